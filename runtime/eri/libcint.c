/* Molecules from libcint's arrays. */
#include "runtime/eri/local.h"
#include "runtime/host/host.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns of libcint's rows, and the place of the range in env. */
enum { PTR_COORD = 1, ATM_SLOTS = 6 };
enum { ATOM_OF, ANG_OF, NPRIM_OF, NCTR_OF, PTR_EXP = 5, PTR_COEFF };
enum { BAS_SLOTS = 8, PTR_RANGE_OMEGA = 8 };

/* One contraction of a row of bas. */
struct segment {
    int atom, l, primitives;
    const double *exponent, *coefficient;
    int first; /* libcint's number of its first function */
    bool used;
};

struct input {
    const int *atm, *bas;
    int natm, nbas;
    const double *env;
    bool spherical;
    struct segment *segment; /* to be freed */
    int segments;
};

static int functions_of(const struct input *in, int l)
{
    return in->spherical ? 2 * l + 1 : (l + 1) * (l + 2) / 2;
}

static const double *centre_of(const struct input *in, int atom)
{
    return in->env + in->atm[atom * ATM_SLOTS + PTR_COORD];
}

static const char *check_row(const struct input *in, const int *row)
{
    if (row[ATOM_OF] < 0 || row[ATOM_OF] >= in->natm)
        return "a shell of bas has an atom that is not in atm";
    if (row[ANG_OF] < 0 || row[NPRIM_OF] < 1 || row[NCTR_OF] < 1)
        return "a shell of bas has no angular momentum, primitives or "
               "contractions";
    if (row[PTR_EXP] < 0 || row[PTR_COEFF] < 0 ||
        in->atm[row[ATOM_OF] * ATM_SLOTS + PTR_COORD] < 0)
        return "a shell of bas, or its atom, points before env";
    for (int i = 0; i < row[NPRIM_OF]; i++)
        if (!(in->env[row[PTR_EXP] + i] > 0) ||
            !isfinite(in->env[row[PTR_EXP] + i]))
            return "an exponent in env is not positive, or not finite";
    for (int i = 0; i < row[NPRIM_OF] * row[NCTR_OF]; i++)
        if (!isfinite(in->env[row[PTR_COEFF] + i]))
            return "a coefficient in env is not finite";
    for (int x = 0; x < 3; x++)
        if (!isfinite(centre_of(in, row[ATOM_OF])[x]))
            return "a coordinate in env is not finite";
    return NULL;
}

static const char *list_segments(struct input *in)
{
    int first = 0, n = 0;

    if (in->env[PTR_RANGE_OMEGA] != 0)
        return "env asks for a range-separated operator (PTR_RANGE_OMEGA)";
    for (int i = 0; i < in->nbas; i++) {
        const char *wrong = check_row(in, in->bas + i * BAS_SLOTS);

        if (wrong)
            return wrong;
        n += in->bas[i * BAS_SLOTS + NCTR_OF];
    }
    in->segment = calloc((size_t)n + 1, sizeof *in->segment);
    if (!in->segment)
        return "memory is short";
    for (int i = 0; i < in->nbas; i++) {
        const int *row = in->bas + i * BAS_SLOTS;

        for (int c = 0; c < row[NCTR_OF]; c++) {
            in->segment[in->segments++] =
                (struct segment){row[ATOM_OF],
                                 row[ANG_OF],
                                 row[NPRIM_OF],
                                 in->env + row[PTR_EXP],
                                 in->env + row[PTR_COEFF] + c * row[NPRIM_OF],
                                 first,
                                 false};
            first += functions_of(in, row[ANG_OF]);
        }
    }
    return NULL;
}

/* Whether two segments may be of one shell. */
static bool are_joint(const struct segment *a, const struct segment *b)
{
    return a->atom == b->atom && a->primitives == b->primitives &&
           memcmp(a->exponent, b->exponent,
                  (size_t)a->primitives * sizeof *a->exponent) == 0;
}

/* Finds unused segments, `segment` among them, for each segment of a kind;
 * false if there are none. */
static bool match(const struct input *in, const struct segment *segment,
                  const struct hedra_eri_kind *kind,
                  struct segment *part[HEDRA_ERI_SEGMENTS])
{
    bool found = false;

    for (int s = 0; s < kind->segments; s++) {
        part[s] = NULL;
        if (kind->l[s] >= 2 && (kind->pure != 0) != in->spherical)
            return false;
        for (int i = 0; !part[s] && i < in->segments; i++) {
            struct segment *other = &in->segment[i];
            bool taken = other->used || other->l != kind->l[s] ||
                         !are_joint(segment, other);

            for (int p = 0; p < s; p++)
                taken = taken || part[p] == other;
            if (!taken)
                part[s] = other;
        }
        if (!part[s])
            return false;
        found = found || part[s] == segment;
    }
    return found;
}

/* The kind with the most segments that takes this one. */
static int find_kind(const struct input *in, const struct hedra_eri_set *set,
                     const struct segment *segment,
                     struct segment *part[HEDRA_ERI_SEGMENTS])
{
    struct segment *other[HEDRA_ERI_SEGMENTS];
    int best = -1;

    for (int k = 0; k < set->kinds; k++)
        if ((best < 0 || set->kind[k].segments > set->kind[best].segments) &&
            match(in, segment, &set->kind[k], other)) {
            best = k;
            memcpy(part, other, sizeof other);
        }
    return best;
}

/* libcint's functions are radial ones of unit norm times spherical harmonics,
 * but Cartesian ones with l >= 2, which are as env has them; ours times powers
 * of x, y and z, so that x^l, of harmonics too, has unit norm. */
static double factor_of(const struct input *in, int l)
{
    return l < 2 || in->spherical ? sqrt((2 * l + 1) / (4 * PI)) : 1;
}

/* The set's number of a shell, a new one unless there is an equal one. */
static int find_shell(struct eri_own *own, const struct hedra_eri_shell *shell,
                      int segments)
{
    size_t size = (size_t)shell->primitives * sizeof(double);
    int i = 0;

    for (; i < own->set.shells; i++) {
        const struct hedra_eri_shell *other = &own->shell[i];

        if (other->kind == shell->kind &&
            other->primitives == shell->primitives &&
            memcmp(other->exponent, shell->exponent, size) == 0 &&
            memcmp(other->coefficient, shell->coefficient,
                   size * (size_t)segments) == 0)
            return i;
    }
    own->shell[own->set.shells++] = *shell;
    return i;
}

static const char *add_shell(struct hedra_eri *eri, const struct input *in,
                             struct segment *first, double **number)
{
    struct segment *part[HEDRA_ERI_SEGMENTS];
    struct eri_own *own = &eri->own;
    int kind = find_kind(in, eri->set, first, part), n = first->primitives;
    struct hedra_eri_shell shell = {kind, n, *number, *number + n};
    int segments, type, at = eri->functions;

    if (kind < 0)
        return eri_refuse("the set has no kernels for %s shells with l = %d",
                          in->spherical ? "spherical" : "Cartesian", first->l);
    segments = own->set.kind[kind].segments;
    memcpy(*number, first->exponent, (size_t)n * sizeof **number);
    for (int s = 0; s < segments; s++) {
        part[s]->used = true;
        for (int p = 0; p < n; p++)
            (*number)[n + s * n + p] =
                part[s]->coefficient[p] * factor_of(in, part[s]->l);
        for (int f = 0; f < functions_of(in, part[s]->l); f++)
            eri->order[at++] = part[s]->first + f;
    }
    type = find_shell(own, &shell, segments);
    *number += n + segments * n;
    eri_add_shell(eri, type, first->atom, centre_of(in, first->atom));
    return NULL;
}

static const char *add_shells(struct hedra_eri *eri, struct input *in,
                              const struct hedra_eri_set *set)
{
    size_t numbers = 1, functions = 1;
    const char *wrong = NULL;
    double *number;

    for (int i = 0; i < in->segments; i++) {
        numbers += 2 * (size_t)in->segment[i].primitives;
        functions += (size_t)functions_of(in, in->segment[i].l);
    }
    eri->own.set = *set;
    eri->own.set.shells = 0;
    eri->own.set.elements = 0;
    eri->own.set.class_kernels = 0; /* which have the set's constants */
    eri->own.shell = calloc((size_t)in->segments + 1, sizeof *eri->own.shell);
    eri->own.number = number = calloc(numbers, sizeof *number);
    eri->order = calloc(functions, sizeof *eri->order);
    if (!eri->own.shell || !number || !eri->order ||
        !eri_make_places(eri, in->segments))
        return "memory is short";
    eri->own.set.shell = eri->own.shell;
    eri->set = &eri->own.set;
    for (int i = 0; !wrong && i < in->segments; i++)
        if (!in->segment[i].used)
            wrong = add_shell(eri, in, &in->segment[i], &number);
    return wrong;
}

struct hedra_eri *hedra_eri_new_libcint(const struct hedra_eri_set *set,
                                        const int *atm, int natm,
                                        const int *bas, int nbas,
                                        const double *env, int spherical,
                                        struct hedra_error *why)
{
    CANCEL_OFF;
    struct input in = {.atm = atm,
                       .bas = bas,
                       .natm = natm,
                       .nbas = nbas,
                       .env = env,
                       .spherical = spherical != 0};
    const char *wrong;
    struct hedra_eri *eri = eri_begin(set, &wrong);

    if (!wrong && (natm < 0 || nbas < 0 || !env || (natm > 0 && !atm) ||
                   (nbas > 0 && !bas)))
        wrong = "natm or nbas is negative, or atm, bas or env is NULL";
    if (!wrong)
        wrong = list_segments(&in);
    if (!wrong)
        wrong = add_shells(eri, &in, set);
    free(in.segment);
    return eri_finish(eri, wrong, why);
}
