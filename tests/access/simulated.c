/*
 * access-simulated MODULES.kir COUNTS.json NAME=N ...
 *
 * Are the counts that are predicted from the KIR of one region those that the
 * PTX simulator found (HEDRA_COUNT=json)? MODULES.kir is what --emit=kir writes
 * for the program that was run once, with these values of its parameters; the
 * caller's arrays must begin at sectors. Accesses are compared by kernel,
 * origin, kind and memory, their copies added up. Prints what differs; exits
 * with 1 if something does or is not known, if there is nothing to compare, or
 * if an access that is predicted was not simulated, or the other way round.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "compiler/predict/access.h"
#include "backends/optimise/optimise.h"
#include "backends/math/math.h"
#include "backends/memory/memory.h"

enum { MAX_ROWS = 256, MAX_PARAMS = 64 };

struct row {
    const char *kernel, *text, *kind, *space;
    int number;
    bool unknown, predicted, simulated;
    struct kir_access_count p, s;
};

struct table {
    int count;
    struct row row[MAX_ROWS];
};

static struct row *find_row(struct table *t, const struct row *key)
{
    for (int k = 0; k < t->count; k++) {
        struct row *r = &t->row[k];
        if (r->number == key->number && !strcmp(r->kernel, key->kernel) &&
            !strcmp(r->text, key->text) && !strcmp(r->kind, key->kind) &&
            !strcmp(r->space, key->space))
            return r;
    }
    if (t->count == MAX_ROWS) {
        fprintf(stderr, "more than %d accesses\n", MAX_ROWS);
        exit(1);
    }
    t->row[t->count] = *key;
    return &t->row[t->count++];
}

/* Predicted -----------------------------------------------------------------
 */

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);

    return n >= m && !strcmp(name + n - m, end);
}

/* Arrays that the compiler made are called NAME_w and a number. */
static bool is_temporary(const char *name)
{
    size_t n = strlen(name);

    while (n > 0 && isdigit((unsigned char)name[n - 1]))
        n--;
    return name[n] && n >= 2 && name[n - 1] == 'w' && name[n - 2] == '_';
}

static const struct kir_func *find_function(struct kir_module *const *m,
                                            const char *end)
{
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < m[k]->func_count; i++)
            if (ends_with(m[k]->func[i]->name, end))
                return m[k]->func[i];
    fprintf(stderr, "no function *%s\n", end);
    exit(1);
}

/* Overlapped tiles go from an array to its second version and back: their
 * buffers' names do not tell which is which. */
static bool is_overlapped(const struct kir_func *f)
{
    const char *end = strrchr(f->name, '_');

    return end && end[1] == 'o';
}

/* Which rows of the region's table are the compiler's own: first what
 * overlapped tiles use, then what the other kernels say. */
static void find_temporaries(const struct kir_func *driver,
                             const struct kir_block *block, bool overlapped,
                             bool *temporary)
{
    for (const struct kir_stmt *t = block->first; t; t = t->next) {
        const struct kir_func *f =
            t->kind == KIR_LAUNCH ? driver->module->func[t->kernel] : NULL;
        for (int b = 0, a = 0; f && b < f->buffer_count; b++)
            if (f->buffer[b].space == KIR_GLOBAL &&
                is_overlapped(f) == overlapped)
                temporary[t->arg[a++].id] =
                    overlapped || is_temporary(f->buffer[b].name);
        find_temporaries(driver, &t->body[0], overlapped, temporary);
        find_temporaries(driver, &t->body[1], overlapped, temporary);
    }
}

static void add_predicted(struct table *t, const struct kir_access *a)
{
    static const char *const kind[] = {"load", "store", "atomic"};
    const char *origin = a->origin ? a->origin : "";
    const char *text = strchr(origin, ' ');
    struct row key = {.kernel = a->kernel->name,
                      .text = text ? text + 1 : "",
                      .number = atoi(origin),
                      .kind = kind[a->kind],
                      .space = a->kernel->buffer[a->buffer].space == KIR_SHARED
                                   ? "shared"
                                   : "global"};
    struct row *r = find_row(t, &key);

    r->predicted = true;
    r->unknown |= a->unknown;
    r->p.requests += a->count.requests;
    r->p.lanes += a->count.lanes;
    r->p.sectors += a->count.sectors;
    r->p.ideal_sectors += a->count.ideal_sectors;
    r->p.wavefronts += a->count.wavefronts;
    r->p.ideal_wavefronts += a->count.ideal_wavefronts;
}

static void set_params(const struct kir_func *f, char **arg, int count,
                       int64_t *scalar, bool *known)
{
    for (int p = 0; p < f->param_count; p++)
        for (int k = 0; k < count; k++) {
            size_t n = strcspn(arg[k], "=");
            if (strlen(f->param[p].name) == n &&
                !strncmp(f->param[p].name, arg[k], n)) {
                scalar[p] = atoll(arg[k] + n + 1);
                known[p] = true;
            }
        }
}

static void predict(struct arena *arena, struct kir_module **m, char **arg,
                    int count, struct table *t)
{
    const struct kir_func *driver = find_function(m, "_gpu");
    const struct kir_func *ranges = find_function(m, "_ranges");
    int64_t scalar[MAX_PARAMS] = {0};
    bool known[MAX_PARAMS] = {false}, temporary[MAX_ROWS] = {false};
    int accesses = 0;

    set_params(driver, arg, count, scalar, known);
    find_temporaries(driver, &driver->body, true, temporary);
    find_temporaries(driver, &driver->body, false, temporary);
    int rows = 0;
    for (int k = 0; k < MAX_ROWS; k++)
        rows = temporary[k] ? k + 1 : rows;
    struct kir_access_input input = {.scalar = scalar, .known = known};
    input.start =
        access_find_starts(arena, ranges, scalar, known, rows, temporary);
    input.start_count = input.start ? rows : 0;
    struct kir_access *a = kir_access_predict(arena, driver, &input, &accesses);
    for (int k = 0; k < accesses; k++)
        add_predicted(t, &a[k]);
}

/* Reads the modules of the first region: GPU and host. */
static bool read_modules(struct arena *arena, const char *path, char *text,
                         struct kir_module **m)
{
    struct faults faults = faults_new(arena);
    char *at = text;

    for (int k = 0; k < 2 && at; k++) {
        char *next = strstr(at + 1, "\nmodule ");
        if (next)
            *next++ = '\0';
        m[k] = kir_parse(arena, path, at, &faults);
        if (!m[k])
            return false;
        m[k] = kir_optimise(
            arena, kir_expand_math(arena, kir_settle_warps(arena, m[k], true)));
        at = next;
    }
    return m[1] != NULL;
}

/* Simulated -----------------------------------------------------------------
 */

static const char *text_of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItem(object, name);

    return cJSON_IsString(item) ? item->valuestring : "";
}

static int64_t number_of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItem(object, name);

    return cJSON_IsNumber(item) ? (int64_t)item->valuedouble : 0;
}

static void add_simulated(struct table *t, const char *kernel,
                          const cJSON *insn)
{
    struct row key = {.kernel = kernel,
                      .text = text_of(insn, "access_text"),
                      .number = (int)number_of(insn, "access"),
                      .kind = text_of(insn, "kind"),
                      .space = text_of(insn, "space")};

    if (strcmp(key.space, "global") && strcmp(key.space, "shared"))
        return;
    struct row *r = find_row(t, &key);
    r->simulated = true;
    r->s.requests += number_of(insn, "requests");
    r->s.lanes += number_of(insn, "lanes");
    r->s.sectors += number_of(insn, "sectors");
    r->s.ideal_sectors += number_of(insn, "ideal_sectors");
    r->s.wavefronts += number_of(insn, "wavefronts");
    r->s.ideal_wavefronts += number_of(insn, "ideal_wavefronts");
}

static void read_counts(const cJSON *counts, struct table *t)
{
    const cJSON *region, *kernel, *insn;

    cJSON_ArrayForEach(region, cJSON_GetObjectItem(counts, "regions"))
        cJSON_ArrayForEach(kernel, cJSON_GetObjectItem(region, "kernels"))
            cJSON_ArrayForEach(insn,
                               cJSON_GetObjectItem(kernel, "instructions"))
                add_simulated(t, text_of(kernel, "name"), insn);
}

/* Compared ------------------------------------------------------------------
 */

static void print_counts(const char *what, const struct kir_access_count *c)
{
    fprintf(stderr,
            "  %s: %lld requests, %lld lanes, %lld/%lld sectors, %lld/%lld "
            "wavefronts\n",
            what, (long long)c->requests, (long long)c->lanes,
            (long long)c->sectors, (long long)c->ideal_sectors,
            (long long)c->wavefronts, (long long)c->ideal_wavefronts);
}

/* What was never executed is not in the counts. */
static bool is_equal(const struct row *r)
{
    return r->unknown || ((r->simulated || r->p.requests == 0) &&
                          (r->predicted || r->s.requests == 0) &&
                          !memcmp(&r->p, &r->s, sizeof r->p));
}

static int compare(const struct table *t)
{
    int bad = 0, equal = 0, unknown = 0;
    long long requests = 0;

    for (int k = 0; k < t->count; k++) {
        const struct row *r = &t->row[k];
        unknown += r->unknown;
        if (is_equal(r)) {
            equal += !r->unknown && r->p.requests > 0;
            requests += r->p.requests;
            continue;
        }
        bad++;
        fprintf(stderr, "%s: %s %s of %d %s differs\n", r->kernel, r->space,
                r->kind, r->number, r->text);
        print_counts("predicted", &r->p);
        print_counts("simulated", &r->s);
    }
    printf("%d accesses equal (%lld requests), %d unknown, %d differ\n", equal,
           requests, unknown, bad);
    return bad || unknown || !equal;
}

int main(int argc, char **argv)
{
    static struct table table;
    struct arena *arena = arena_new();
    struct kir_module *m[2] = {NULL, NULL};
    char *modules = argc > 2 ? base_read_file(argv[1], NULL) : NULL;
    char *json = argc > 2 ? base_read_file(argv[2], NULL) : NULL;
    cJSON *counts = json ? cJSON_Parse(json) : NULL;
    int code = 1;

    if (!counts || !modules || !read_modules(arena, argv[1], modules, m)) {
        fprintf(stderr, "cannot read %s and %s\n", argc > 1 ? argv[1] : "",
                argc > 2 ? argv[2] : "");
    } else {
        predict(arena, m, argv + 3, argc - 3, &table);
        read_counts(counts, &table);
        code = compare(&table);
    }
    cJSON_Delete(counts);
    free(json);
    free(modules);
    arena_free(arena);
    return code;
}
