/* A molecule in a basis: its shells, its shell pairs by class, and their
 * bounds. */
#include "runtime/device/device.h"
#include "runtime/eri/local.h"
#include "runtime/host/host.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Construction ------------------------------------------------------------ */

static const struct hedra_eri_element *
find_element(const struct hedra_eri_set *set, int z)
{
    for (int i = 0; i < set->elements; i++)
        if (set->element[i].z == z)
            return &set->element[i];
    return NULL;
}

bool eri_make_places(struct hedra_eri *eri, int shells)
{
    eri->place = calloc((size_t)shells + 1, sizeof *eri->place);
    eri->type = calloc((size_t)shells + 1, sizeof *eri->type);
    return eri->place && eri->type;
}

void eri_add_shell(struct hedra_eri *eri, int type, int atom,
                   const double centre[3])
{
    const struct hedra_eri_set *set = eri->set;
    struct hedra_eri_place *p = &eri->place[eri->shells];

    eri->type[eri->shells++] = type;
    p->shell = &set->shell[type];
    p->kind = &set->kind[p->shell->kind];
    p->atom = atom;
    p->first_function = eri->functions;
    memcpy(p->centre, centre, sizeof p->centre);
    eri->functions += p->kind->functions;
}

static bool is_place(const double centre[3])
{
    return isfinite(centre[0]) && isfinite(centre[1]) && isfinite(centre[2]);
}

static const char *place_shells(struct hedra_eri *eri, int atoms, const int *z,
                                const double (*centre)[3])
{
    const struct hedra_eri_set *set = eri->set;
    int shells = 0;

    for (int a = 0; a < atoms; a++) {
        const struct hedra_eri_element *e = find_element(set, z[a]);

        if (!e)
            return eri_refuse("the set %s has no element %s", set->name,
                              z[a] >= 1 && z[a] <= HEDRA_ERI_MAX_Z
                                  ? hedra_eri_symbol(z[a])
                                  : "of that number");
        if (!is_place(centre[a]))
            return eri_refuse("the centre of atom %d is not finite", a);
        shells += e->shells;
    }
    if (!eri_make_places(eri, shells))
        return "memory is short";
    for (int a = 0; a < atoms; a++) {
        const struct hedra_eri_element *e = find_element(set, z[a]);

        for (int s = 0; s < e->shells; s++)
            eri_add_shell(eri, e->shell[s], a, centre[a]);
    }
    return NULL;
}

/* Whether shell a is the first of the pair (a, b): greater kinds are. */
static bool is_first(const struct hedra_eri *eri, int a, int b)
{
    int ka = eri->place[a].shell->kind, kb = eri->place[b].shell->kind;

    if (ka != kb)
        return ka > kb;
    return eri->type[a] != eri->type[b] ? eri->type[a] > eri->type[b] : a >= b;
}

static void class_init(const struct hedra_eri *eri, struct eri_class *c,
                       const int type[2])
{
    const struct hedra_eri_shell *a = &eri->set->shell[type[0]];
    const struct hedra_eri_shell *b = &eri->set->shell[type[1]];
    const struct hedra_eri_kind *ka = &eri->set->kind[a->kind];
    const struct hedra_eri_kind *kb = &eri->set->kind[b->kind];

    memcpy(c->type, type, sizeof c->type);
    c->pair_kind = a->kind * (a->kind + 1) / 2 + b->kind;
    c->functions = ka->functions * kb->functions;
    c->primitives = a->primitives * b->primitives;
    c->combinations = ka->segments * kb->segments;
}

static int compare_classes(const void *x, const void *y)
{
    const struct eri_class *a = x, *b = y;

    if (a->pair_kind != b->pair_kind)
        return a->pair_kind - b->pair_kind;
    if (a->type[0] != b->type[0])
        return a->type[0] - b->type[0];
    return a->type[1] - b->type[1];
}

/* Counts the pairs of each class; `number` maps two types to a class + 1. */
static bool count_classes(struct hedra_eri *eri, int *number)
{
    int types = eri->set->shells, cap = types * types;

    eri->class = calloc((size_t)cap + 1, sizeof *eri->class);
    if (!eri->class)
        return false;
    for (int i = 0; i < eri->shells; i++)
        for (int k = 0; k <= i; k++) {
            int a = is_first(eri, i, k) ? i : k, b = i + k - a;
            int type[2] = {eri->type[a], eri->type[b]};
            int *at = &number[type[0] * types + type[1]];

            if (!*at) {
                *at = ++eri->classes;
                class_init(eri, &eri->class[*at - 1], type);
            }
            eri->class[*at - 1].count++;
        }
    qsort(eri->class, (size_t)eri->classes, sizeof *eri->class,
          compare_classes);
    for (int i = 0; i < eri->classes; i++)
        number[eri->class[i].type[0] * types + eri->class[i].type[1]] = i + 1;
    return true;
}

static bool class_allocate(const struct hedra_eri *eri, struct eri_class *c)
{
    size_t size = (size_t)eri->set->element_size, n = (size_t)c->count;
    int lanes = eri->set->lanes;
    size_t rows = (size_t)(HEDRA_ERI_FACTOR + c->primitives);
    size_t columns = (size_t)(HEDRA_ERI_COEFFICIENT + c->combinations);

    c->stride = (c->count + lanes - 1) / lanes * lanes;
    c->shell = calloc(n, sizeof *c->shell);
    c->first = calloc(n, sizeof *c->first);
    c->bound = calloc(n, sizeof *c->bound);
    c->field = calloc(rows * (size_t)c->stride, size);
    c->constant = calloc((size_t)c->primitives * columns, size);
    c->zeta = calloc((size_t)c->primitives, sizeof *c->zeta);
    c->order = calloc((size_t)c->primitives, sizeof *c->order);
    c->reach = calloc(n * (size_t)c->primitives, sizeof *c->reach);
    c->reaches = calloc((size_t)(c->stride / lanes) * (size_t)c->primitives,
                        sizeof *c->reaches);
    c->count = 0;
    return c->shell && c->first && c->bound && c->field && c->constant &&
           c->zeta && c->order && c->reach && c->reaches;
}

static void class_constants(const struct hedra_eri *eri, struct eri_class *c)
{
    const struct hedra_eri_set *set = eri->set;
    const struct hedra_eri_shell *b = &set->shell[c->type[1]];
    int columns = HEDRA_ERI_COEFFICIENT + c->combinations;
    int segments = set->kind[b->kind].segments;

    for (int k = 0; k < c->primitives; k++) {
        struct eri_primitive p = eri_primitive_of(eri, c, k);
        int64_t row = (int64_t)k * columns;

        c->zeta[k] = p.zeta;
        eri_put(set, c->constant, row + HEDRA_ERI_FRACTION, p.beta / p.zeta);
        eri_put(set, c->constant, row + HEDRA_ERI_INVERSE, 0.5 / p.zeta);
        eri_put(set, c->constant, row + HEDRA_ERI_TWICE, 2 * p.zeta);
        eri_put(set, c->constant, row + HEDRA_ERI_TWICE_SECOND, 2 * p.beta);
        for (int n = 0; n < c->combinations; n++)
            eri_put(set, c->constant, row + HEDRA_ERI_COEFFICIENT + n,
                    p.a[n / segments * p.a_step] *
                        p.b[n % segments * p.b_step]);
    }
}

static void class_add(const struct hedra_eri *eri, struct eri_class *c, int a,
                      int b)
{
    const struct hedra_eri_set *set = eri->set;
    const struct hedra_eri_place *pa = &eri->place[a], *pb = &eri->place[b];
    int at = c->count++;
    double square = 0;

    c->shell[at][0] = a;
    c->shell[at][1] = b;
    c->first[at][0] = pa->first_function;
    c->first[at][1] = pb->first_function;
    for (int i = 0; i < 3; i++) {
        double along = pb->centre[i] - pa->centre[i];

        square += along * along;
        eri_put(set, c->field, (int64_t)(HEDRA_ERI_CENTRE + i) * c->stride + at,
                pa->centre[i]);
        eri_put(set, c->field, (int64_t)(HEDRA_ERI_VECTOR + i) * c->stride + at,
                along);
    }
    for (int k = 0; k < c->primitives; k++) {
        struct eri_primitive p = eri_primitive_of(eri, c, k);
        double factor = exp(-p.alpha * p.beta / p.zeta * square);

        if (c->combinations == 1)
            factor *= *p.a * *p.b;
        eri_put(set, c->field, (int64_t)(HEDRA_ERI_FACTOR + k) * c->stride + at,
                factor);
    }
}

static bool make_pairs(struct hedra_eri *eri)
{
    int types = eri->set->shells;
    int *number = calloc((size_t)types * (size_t)types + 1, sizeof *number);
    bool good = number && count_classes(eri, number);

    for (int c = 0; good && c < eri->classes; c++) {
        good = class_allocate(eri, &eri->class[c]) &&
               eri_screen_order(eri, &eri->class[c]);
        if (good)
            class_constants(eri, &eri->class[c]);
    }
    for (int i = 0; good && i < eri->shells; i++)
        for (int k = 0; k <= i; k++) {
            int a = is_first(eri, i, k) ? i : k, b = i + k - a;
            int at = number[eri->type[a] * types + eri->type[b]] - 1;

            class_add(eri, &eri->class[at], a, b);
        }
    free(number);
    return good;
}

/* Evaluation -------------------------------------------------------------- */

/* Bounds ------------------------------------------------------------------ */

/* sqrt of the greatest (ab|ab) of a pair whose quartet with itself is in the
 * given lane of the worker's output. */
static double diagonal(const struct eri_worker *w, const struct eri_class *c,
                       int lane)
{
    double most = 0;

    for (int f = 0; f < c->functions; f++) {
        int64_t at = (int64_t)f * c->functions + f;
        double value =
            eri_get(w->eri->set, w->out, at * w->eri->set->lanes + lane);

        most = value > most ? value : most;
    }
    return sqrt(most);
}

/* While bounds are made, by several threads. */
struct bounding {
    struct hedra_eri *eri;
    atomic_bool failed; /* memory is short */
};

/* The bounds of the pairs begin <= i < end of all, class by class. */
static void bound_pairs(const void *context, int64_t begin, int64_t end)
{
    struct bounding *b = (struct bounding *)context;
    struct eri_worker worker = {.eri = b->eri};
    int lanes = b->eri->set->lanes;
    struct eri_class *c = b->eri->class;
    int64_t first = 0; /* of the class's pairs */

    for (int64_t i = begin; i < end; i++) {
        int pair;

        while (i - first >= c->count)
            first += c++->count;
        pair = (int)(i - first);
        if (!eri_run(&worker, c, c, pair, pair / lanes * lanes, lanes, 0)) {
            atomic_store(&b->failed, true);
            break;
        }
        c->bound[pair] = diagonal(&worker, c, pair % lanes);
    }
    eri_worker_free(&worker);
}

struct ranked_pair {
    double bound;
    int pair;
};

static int compare_ranks(const void *x, const void *y)
{
    const struct ranked_pair *a = x, *b = y;

    if (a->bound != b->bound)
        return a->bound < b->bound ? 1 : -1;
    return a->pair - b->pair;
}

/* Puts the pairs into the order of falling bounds. */
static bool class_sort(const struct hedra_eri *eri, struct eri_class *c)
{
    unsigned count = (unsigned)c->count;
    struct ranked_pair *rank = calloc(count, sizeof *rank);
    int(*shell)[2] = calloc(count, sizeof *shell);
    bool good = rank && shell;

    for (unsigned i = 0; good && i < count; i++)
        rank[i] = (struct ranked_pair){c->bound[i], (int)i};
    if (good) {
        qsort(rank, count, sizeof *rank, compare_ranks);
        memcpy(shell, c->shell, count * sizeof *shell);
        c->count = 0;
        for (unsigned i = 0; i < count; i++) {
            c->bound[i] = rank[i].bound;
            class_add(eri, c, shell[rank[i].pair][0], shell[rank[i].pair][1]);
        }
    }
    free(rank);
    free(shell);
    return good;
}

/* What follows from bounds, of the classes begin <= i < end. */
static void order_pairs(const void *context, int64_t begin, int64_t end)
{
    struct bounding *b = (struct bounding *)context;

    for (int64_t i = begin; i < end; i++) {
        if (class_sort(b->eri, &b->eri->class[i]))
            eri_screen_pairs(b->eri, &b->eri->class[i]);
        else
            atomic_store(&b->failed, true);
    }
}

static bool make_bounds(struct hedra_eri *eri)
{
    struct bounding b = {.eri = eri};
    int64_t pairs = (int64_t)eri->shells * (eri->shells + 1) / 2;

    host_pool_run(eri->threads, bound_pairs, &b, pairs);
    if (!atomic_load(&b.failed))
        host_pool_run(eri->threads, order_pairs, &b, eri->classes);
    return !atomic_load(&b.failed);
}

/* Public ------------------------------------------------------------------ */

static const char *open_device(struct hedra_eri *eri)
{
    struct report why;

    if (eri_device_open(eri, &why))
        return NULL;
    return eri_refuse("%s", why.text);
}

struct hedra_eri *eri_begin(const struct hedra_eri_set *set, const char **wrong)
{
    struct hedra_eri *eri = calloc(1, sizeof *eri);
    struct report report;

    *wrong = !eri ? "memory is short" : !set ? "the set is NULL" : NULL;
    if (*wrong)
        return eri;
    eri->set = set;
    if (!environment_check(&report)) {
        *wrong = eri_refuse("%s", report.text);
        return eri;
    }
    eri->threads = host_pool_size(getenv("HEDRA_THREADS"), &report);
    if (set->abi != HEDRA_ERI_ABI)
        *wrong = "the set was generated for another version of libhedra";
    return eri;
}

struct hedra_eri *eri_finish(struct hedra_eri *eri, const char *wrong,
                             struct hedra_error *why)
{
    static const char memory[] = "memory is short";
    enum hedra_status status = HEDRA_ERROR_ARGUMENT;

    if (!wrong && !(make_pairs(eri) && make_bounds(eri)))
        wrong = memory;
    if (wrong && strcmp(wrong, memory) == 0)
        status = HEDRA_ERROR_NO_MEMORY;
    if (!wrong) {
        wrong = open_device(eri);
        status = HEDRA_ERROR_NO_DEVICE;
    }
    if (!wrong) {
        error_none(why);
        return eri;
    }
    error_set(why, status, "%s", wrong);
    hedra_eri_free(eri);
    return NULL;
}

struct hedra_eri *hedra_eri_new(const struct hedra_eri_set *set, int atoms,
                                const int *z, const double (*centre)[3],
                                struct hedra_error *why)
{
    CANCEL_OFF;
    const char *wrong;
    struct hedra_eri *eri = eri_begin(set, &wrong);

    if (!wrong && (atoms < 0 || (atoms > 0 && (!z || !centre))))
        wrong = "the number of atoms is negative, or z or centre is NULL";
    if (!wrong)
        wrong = place_shells(eri, atoms, z, centre);
    return eri_finish(eri, wrong, why);
}

void hedra_eri_free(struct hedra_eri *eri)
{
    CANCEL_OFF;
    if (!eri)
        return;
    eri_device_close(eri);
    for (int i = 0; i < eri->classes; i++) {
        struct eri_class *c = &eri->class[i];

        free(c->shell);
        free(c->first);
        free(c->bound);
        free(c->field);
        free(c->constant);
        free(c->zeta);
        free(c->order);
        free(c->reach);
        free(c->reaches);
    }
    free(eri->own.shell);
    free(eri->own.number);
    free(eri->order);
    free(eri->class);
    free(eri->place);
    free(eri->type);
    free(eri);
}

const char *hedra_eri_device(const struct hedra_eri *eri)
{
    return eri && eri->device ? eri->device : "host";
}

const int *hedra_eri_order(const struct hedra_eri *eri)
{
    CANCEL_OFF;
    return eri ? eri->order : NULL;
}

int hedra_eri_functions(const struct hedra_eri *eri)
{
    return eri ? eri->functions : 0;
}

int hedra_eri_shells(const struct hedra_eri *eri)
{
    return eri ? eri->shells : 0;
}

struct hedra_eri_place hedra_eri_shell_place(const struct hedra_eri *eri,
                                             int number)
{
    return eri && number >= 0 && number < eri->shells
               ? eri->place[number]
               : (struct hedra_eri_place){.shell = NULL};
}
