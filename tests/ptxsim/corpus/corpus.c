/* corpus MACHINE FILE.ptx: runs the case that is named by the file's name up
 * to the first dot. Exits with 1 if anything differs, with 77 if there is no
 * such machine. */
#include "tests/ptxsim/corpus/corpus.h"

#include "runtime/base/base.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SKIPPED = 77, SHOWN = 5 };

struct corpus {
    const struct corpus_machine *ops;
    void *machine;
    struct arena *arena;
    uint64_t random;
    bool broken; /* the machine failed: nothing more is done */
    int failed, checked;
};

static const struct {
    const char *name;
    void (*run)(struct corpus *c);
} cases[] = {
#define CORPUS_CASE(name) {#name, corpus_##name},
#include "tests/ptxsim/corpus/corpus.def"
#undef CORPUS_CASE
};

static const struct corpus_machine *const machines[] = {
    &corpus_ptxsim, &corpus_checked, &corpus_counted, &corpus_cuda};

/* Data --------------------------------------------------------------------- */

void *corpus_new(struct corpus *c, int64_t n, size_t size)
{
    return arena_alloc(c->arena, (size_t)n * size);
}

uint64_t corpus_random(struct corpus *c)
{
    c->random = c->random * 6364136223846793005u + 1442695040888963407u;
    uint64_t x = c->random;
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdu;
    return x ^ x >> 29;
}

double corpus_uniform(struct corpus *c, double low, double high)
{
    double share = (double)(corpus_random(c) >> 11) * 0x1p-53;
    return low + (high - low) * share;
}

double corpus_edge_f64(struct corpus *c)
{
    static const double edge[] = {0.0,
                                  -0.0,
                                  0.5,
                                  -0.5,
                                  1.0,
                                  -1.5,
                                  2.5,
                                  0x1p31,
                                  -0x1p31,
                                  0x1p31 - 0.5,
                                  -0x1p31 - 0.5,
                                  0x1p32,
                                  0x1p32 - 0.5,
                                  0x1p63,
                                  -0x1p63,
                                  0x1p64,
                                  0x1.fffffffffffffp62,
                                  0x1p52 + 0.5,
                                  -0x1p52 - 0.5,
                                  0x1.fffffep127,
                                  0x1.ffffffp127,
                                  0x1p-126,
                                  0x1.8p-149,
                                  -0x1p-150,
                                  0x1p-1022,
                                  0x0.8p-1022,
                                  0x1p-1074,
                                  -0x1p-1074,
                                  0x1.fffffffffffffp1023,
                                  INFINITY,
                                  -INFINITY,
                                  NAN,
                                  1e300,
                                  -1e-300,
                                  0.1,
                                  16777217.0};
    uint64_t r = corpus_random(c);

    switch (r & 3) {
    case 0:
        return edge[(r >> 2) % (sizeof edge / sizeof *edge)];
    case 1:
        return ldexp(corpus_uniform(c, -2, 2), (int)(r >> 2 & 127) - 64);
    case 2:
        return ldexp(corpus_uniform(c, -2, 2), (int)(r >> 2 & 2047) - 1060);
    default:
        return corpus_uniform(c, -1000, 1000);
    }
}

float corpus_edge_f32(struct corpus *c)
{
    if (corpus_random(c) & 1)
        return (float)corpus_edge_f64(c);
    return ldexpf((float)corpus_uniform(c, -2, 2),
                  (int)(corpus_random(c) % 280) - 150);
}

int64_t corpus_edge_s64(struct corpus *c)
{
    static const int64_t edge[] = {0,
                                   1,
                                   -1,
                                   2,
                                   7,
                                   -128,
                                   255,
                                   256,
                                   32767,
                                   -32768,
                                   65535,
                                   INT32_MAX,
                                   INT32_MIN,
                                   UINT32_MAX,
                                   INT64_MAX,
                                   INT64_MIN,
                                   16777217,
                                   0x1000000000001ff,
                                   0x7fffff8000000000,
                                   -16777219,
                                   0x123456789abcdef};
    uint64_t r = corpus_random(c), bits = corpus_random(c);

    if (r % 3 == 0)
        return edge[(r >> 2) % (sizeof edge / sizeof *edge)];
    return (int64_t)bits >> (r % 3 == 1 ? 0 : (r >> 2) % 64);
}

/* The machine -------------------------------------------------------------- */

static void machine_failed(struct corpus *c, const char *what,
                           const struct report *why)
{
    printf("%s: %s\n", what, why->text);
    c->broken = true;
    c->failed++;
}

uint64_t corpus_upload(struct corpus *c, const void *data, size_t size)
{
    struct report why;
    uint64_t address = 0;

    if (c->broken)
        return 0;
    if (!data)
        data = arena_alloc(c->arena, size);
    if (!c->ops->alloc(c->machine, size, &address, &why) ||
        !c->ops->write(c->machine, address, data, size, &why))
        machine_failed(c, "upload", &why);
    return address;
}

void corpus_download(struct corpus *c, uint64_t address, void *data,
                     size_t size)
{
    struct report why;

    if (!c->broken && !c->ops->read(c->machine, address, data, size, &why))
        machine_failed(c, "download", &why);
}

void corpus_launch(struct corpus *c, const char *kernel,
                   struct corpus_shape shape, int count,
                   const struct corpus_arg *arg)
{
    struct report why;

    if (!c->broken &&
        !c->ops->launch(c->machine, kernel, shape, count, arg, &why))
        machine_failed(c, kernel, &why);
}

/* Comparison --------------------------------------------------------------- */

static const size_t type_size[] = {1, 2, 4, 8, 4, 8};

static double float_at(enum corpus_type type, const void *data, int64_t i)
{
    return type == CORPUS_F32 ? (double)((const float *)data)[i]
                              : ((const double *)data)[i];
}

static int64_t integer_at(enum corpus_type type, const void *data, int64_t i)
{
    switch (type) {
    case CORPUS_S8:
        return ((const int8_t *)data)[i];
    case CORPUS_S16:
        return ((const int16_t *)data)[i];
    case CORPUS_S32:
        return ((const int32_t *)data)[i];
    default:
        return ((const int64_t *)data)[i];
    }
}

/* An infinity counts as the power of 2 after the largest number, so that a
 * result that is rounded beyond that is as wrong as its rounding. Works on
 * halves, which do not overflow. */
static double half_of(double x, int highest)
{
    return isinf(x) ? copysign(ldexp(1, highest - 1), x) : x / 2;
}

static double error_in_ulps(enum corpus_type type, double want, double got)
{
    bool single = type == CORPUS_F32;
    int digits = single ? FLT_MANT_DIG : DBL_MANT_DIG, exponent;
    int lowest = single ? FLT_MIN_EXP : DBL_MIN_EXP;
    int highest = single ? FLT_MAX_EXP : DBL_MAX_EXP;

    frexp(want, &exponent);
    if (isinf(want))
        exponent = highest;
    return fabs(half_of(got, highest) - half_of(want, highest)) /
           ldexp(1, (exponent < lowest ? lowest : exponent) - digits - 1);
}

static bool element_equal(enum corpus_type type, const void *want,
                          const void *got, int64_t i, double ulps, double least)
{
    size_t size = type_size[type];
    double a, b;

    if (memcmp((const char *)want + (size_t)i * size,
               (const char *)got + (size_t)i * size, size) == 0)
        return true;
    if (type < CORPUS_F32)
        return false;
    a = float_at(type, want, i);
    b = float_at(type, got, i);
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return (ulps > 0 || least > 0) &&
           (fabs(a - b) <= least || error_in_ulps(type, a, b) <= ulps);
}

static void show_difference(const char *what, enum corpus_type type,
                            const void *want, const void *got, int64_t i)
{
    if (type < CORPUS_F32) {
        printf("  %s[%lld]: %lld, not %lld\n", what, (long long)i,
               (long long)integer_at(type, got, i),
               (long long)integer_at(type, want, i));
        return;
    }
    double a = float_at(type, want, i), b = float_at(type, got, i);
    printf("  %s[%lld]: %a, not %a (%.3g ulps)\n", what, (long long)i, b, a,
           error_in_ulps(type, a, b));
}

static void check(struct corpus *c, const char *what, enum corpus_type type,
                  uint64_t address, const void *want, int64_t first,
                  int64_t step, int64_t n, double ulps, double least)
{
    size_t size = (size_t)(first + (n - 1) * step + 1) * type_size[type];
    void *got = arena_alloc(c->arena, size);
    int64_t bad = 0;

    corpus_download(c, address, got, size);
    if (c->broken)
        return;
    c->checked++;
    for (int64_t k = 0; k < n; k++) {
        int64_t i = first + k * step;
        if (element_equal(type, want, got, i, ulps, least))
            continue;
        if (bad++ < SHOWN)
            show_difference(what, type, want, got, i);
    }
    if (bad == 0)
        return;
    printf("%s: %lld of %lld differ\n", what, (long long)bad, (long long)n);
    c->failed++;
}

void corpus_check(struct corpus *c, const char *what, enum corpus_type type,
                  uint64_t address, const void *want, int64_t n)
{
    check(c, what, type, address, want, 0, 1, n, 0, 0);
}

void corpus_check_near(struct corpus *c, const char *what,
                       enum corpus_type type, uint64_t address,
                       const void *want, int64_t first, int64_t step, int64_t n,
                       double ulps, double least)
{
    check(c, what, type, address, want, first, step, n, ulps, least);
}

/* The program -------------------------------------------------------------- */

static const struct corpus_machine *find_machine(const char *name)
{
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
        if (strcmp(machines[i]->name, name) == 0)
            return machines[i];
    return NULL;
}

/* The case of a file: its name up to the first dot. */
static void (*find_case(const char *path))(struct corpus *)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t length = strcspn(name, ".");

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strlen(cases[i].name) == length &&
            memcmp(cases[i].name, name, length) == 0)
            return cases[i].run;
    return NULL;
}

static int run_file(struct corpus *c, const char *path)
{
    void (*run)(struct corpus *) = find_case(path);
    char *text = base_read_file(path, NULL);
    struct report why;

    if (!run || !text) {
        fprintf(stderr, "%s: %s\n", path,
                run ? "cannot be read" : "there is no case of this name");
        free(text);
        return 2;
    }
    if (!c->ops->load(c->machine, text, &why))
        machine_failed(c, path, &why);
    else
        run(c);
    free(text);
    printf("%s: %d arrays compared, %d failures\n", path, c->checked,
           c->failed);
    return c->failed == 0 && c->checked > 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct corpus c = {.ops = argc == 3 ? find_machine(argv[1]) : NULL,
                       .random = 1};
    struct report why;
    int status;

    if (!c.ops) {
        fputs("usage: corpus ptxsim|checked|counted|cuda FILE.ptx\n", stderr);
        return 2;
    }
    switch (c.ops->open(&c.machine, &why)) {
    case CORPUS_ABSENT:
        printf("skipped: %s\n", why.text);
        return SKIPPED;
    case CORPUS_FAILED:
        printf("%s: %s\n", c.ops->name, why.text);
        return 1;
    case CORPUS_OPENED:
        break;
    }
    c.arena = arena_new();
    status = run_file(&c, argv[2]);
    arena_free(c.arena);
    c.ops->close(c.machine);
    return status;
}
