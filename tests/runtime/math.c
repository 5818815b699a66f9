/* Functions of vectors give what the C library's functions of one number give,
 * to the bit, on every processor that this one can be, and by the fast way
 * where that is known. Of all floats every so many are tried. */
#include "tests/runtime/unit.h"

#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined __GNUC__ && !defined __clang__ && defined __x86_64__
#include <gnu/libc-version.h>
#include <immintrin.h>

#include "runtime/math/local.h"

enum { MOST = 16 };

/* Calls the function of a vector of so many lanes. */
#define CALL(processor, vector, prefix, name, count)                           \
    __attribute__((target(processor)))                                         \
    vector MATH_SYMBOL_##count(prefix, name)(MATH_PARAMETERS_##count(vector)); \
    static __attribute__((target(processor))) void prefix##_##name(            \
        const void *first, const void *second, void *to)                       \
    {                                                                          \
        vector x, y;                                                           \
        memcpy(&x, first, sizeof x);                                           \
        memcpy(&y, second, sizeof y);                                          \
        x = MATH_CALL_##count(MATH_SYMBOL_##count(prefix, name), x, y);        \
        memcpy(to, &x, sizeof x);                                              \
    }
#define CALLS_float(name, count)                                               \
    CALL("sse2", __m128, bN4, name, count)                                     \
    CALL("avx", __m256, cN8, name, count)                                      \
    CALL("avx2,fma", __m256, dN8, name, count)                                 \
    CALL("avx512f", __m512, eN16, name, count)
#define CALLS_double(name, count)                                              \
    CALL("sse2", __m128d, bN2, name, count)                                    \
    CALL("avx", __m256d, cN4, name, count)                                     \
    CALL("avx2,fma", __m256d, dN4, name, count)                                \
    CALL("avx512f", __m512d, eN8, name, count)
/* And that of one number, as often. */
#define CALLS(name, type, lanes, count)                                        \
    CALLS_##type(name, count) static void each_##name(                         \
        const void *first, const void *second, void *to)                       \
    {                                                                          \
        for (int k = 0; k < MOST; k++)                                         \
            ((type *)to)[k] = MATH_CALL_##count(                               \
                name, ((const type *)first)[k], ((const type *)second)[k]);    \
    }
MATH_EACH(CALLS)

typedef void calls(const void *x, const void *y, void *to);

struct function {
    const char *name;
    size_t size;      /* of a number */
    calls *vector[4]; /* of 16, 32, 32 and 64 bytes */
    calls *each;
};

#define ROW_float(name)                                                        \
    {                                                                          \
        bN4_##name, cN8_##name, dN8_##name, eN16_##name                        \
    }
#define ROW_double(name)                                                       \
    {                                                                          \
        bN2_##name, cN4_##name, dN4_##name, eN8_##name                         \
    }
#define ROW(name, type, lanes, count)                                          \
    {#name, sizeof(type), ROW_##type(name), each_##name},
static const struct function functions[] = {MATH_EACH(ROW)};

static const size_t bytes[] = {16, 32, 32, 64};

static bool has_vector(int k)
{
    return k == 0   ? true
           : k == 1 ? __builtin_cpu_supports("avx")
           : k == 2 ? __builtin_cpu_supports("avx2")
                    : __builtin_cpu_supports("avx512f");
}

/* Numbers of either type. */
union numbers {
    float one[MOST];
    double wide[MOST];
};

static double at(const struct function *f, const union numbers *x, int k)
{
    return f->size == sizeof(float) ? (double)x->one[k] : x->wide[k];
}

static void set(const struct function *f, union numbers *x, int k, double value)
{
    if (f->size == sizeof(float))
        x->one[k] = (float)value;
    else
        x->wide[k] = value;
}

/* Exceptions that programs trap. */
enum { TRAPS = FE_INVALID | FE_OVERFLOW | FE_UNDERFLOW | FE_DIVBYZERO };

static void check(const struct function *f, const union numbers *x,
                  const union numbers *y)
{
    union numbers got, want;

    feclearexcept(FE_ALL_EXCEPT);
    f->each(x, y, &want);
    int traps = fetestexcept(TRAPS);
    for (int k = 0; k < 4; k++) {
        if (!has_vector(k))
            continue;
        feclearexcept(FE_ALL_EXCEPT);
        for (size_t from = 0; from < MOST * f->size; from += bytes[k])
            f->vector[k]((const char *)x + from, (const char *)y + from,
                         (char *)&got + from);
        if (fetestexcept(TRAPS) & ~traps)
            fail_msg("%s raises %x, not %x, near %a and %a", f->name,
                     (unsigned)fetestexcept(TRAPS), (unsigned)traps,
                     at(f, x, 0), at(f, y, 0));
        for (int i = 0; i < MOST; i++)
            if (memcmp((char *)&got + i * f->size, (char *)&want + i * f->size,
                       f->size) != 0 &&
                !(isnan(at(f, &got, i)) && isnan(at(f, &want, i))))
                fail_msg("%s(%a, %a) is %a, not %a, in %zu bytes", f->name,
                         at(f, x, i), at(f, y, i), at(f, &want, i),
                         at(f, &got, i), bytes[k]);
    }
}

/* From -1 to 1. */
static double draw(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-52 - 1;
}

/* Exponents, whole ones among them. */
static double draw_exponent(uint64_t *seed)
{
    double y = draw(seed), kind = draw(seed);

    return kind < -0.4  ? 10 * y
           : kind < 0   ? 100 * y
           : kind < 0.3 ? rint(6 * y)
           : kind < 0.6 ? rint(12 * y) / 2
                        : y;
}

static void test_floats(void **state)
{
    const char *step_text = getenv("MATH_STEP"); /* 1: all floats */
    uint32_t step = step_text ? (uint32_t)atoi(step_text) : 4099;
    uint64_t seed = 1;

    (void)state;
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
        for (uint64_t at = 0;
             functions[k].size == sizeof(float) && at >> 32 == 0;
             at += (uint64_t)step * MOST) {
            union numbers x, y;
            for (uint32_t i = 0; i < MOST; i++) {
                uint32_t bits = (uint32_t)at + i * step;
                memcpy(&x.one[i], &bits, sizeof bits);
                y.one[i] = (float)draw_exponent(&seed);
            }
            check(&functions[k], &x, &y);
        }
}

/* Ordinary ones among those that the fast way does not know. */
static const double special[] = {
    0.0,     -0.0,     1,         -1,   0x1p-149, -0x1p-149, 0x1p-126,
    0x1p-13, 0x1p-12,  -0x1p-12,  87,   88,       89,        -87,
    -104,    120,      -120,      121,  1e10,     -1e10,     3e38,
    -3e38,   INFINITY, -INFINITY, NAN,  511.9,    512,       -512,
    -708.5,  -745.2,   709.7,     710,  0x1p-55,  -0x1p-54,  0x1p-1074,
    1e300,   -1e300,   0.5,       -0.5, 1.5,      3,         -7,
    0x1p-27, 0.126,    0.8555,    2.43, 1e8,      1.1e8,     1e-30,
};
enum { COUNT = sizeof special / sizeof *special };

static void test_special(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
        for (int s = 0; s < COUNT; s++)
            for (int t = 0; t < COUNT; t++) {
                const struct function *f = &functions[k];
                union numbers x, y;
                for (int i = 0; i < MOST; i++) {
                    set(f, &x, i, 0.3 * (i - t % MOST));
                    set(f, &y, i, 0.5 * (s % MOST - i));
                }
                set(f, &x, t % MOST, special[s]);
                set(f, &y, t % MOST, special[t]);
                check(f, &x, &y);
            }
}

/* Near 0 and 1, of ordinary size, and any. */
static double draw_double(uint64_t *seed, int kind)
{
    double x = draw(seed);

    return kind == 0   ? 750 * x
           : kind == 1 ? 10 * x
           : kind == 2 ? 1e-8 * x
           : kind == 3 ? 1 + 0.1 * x
           : kind == 4 ? fabs(x)
                       : ldexp(x, (int)(1100 * draw(seed)));
}

static void test_doubles(void **state)
{
    enum { KINDS = 6, ROUNDS = 3000 };
    uint64_t seed = 1;

    (void)state;
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
        for (int n = 0;
             functions[k].size == sizeof(double) && n < KINDS * ROUNDS; n++) {
            union numbers x, y;
            for (int i = 0; i < MOST; i++) {
                x.wide[i] = draw_double(&seed, n % KINDS);
                y.wide[i] = draw_exponent(&seed);
            }
            check(&functions[k], &x, &y);
        }
}

/* The C library is known. */
static void test_fast(void **state)
{
    int major = 0, minor = 0;

    (void)state;
    if (sscanf(gnu_get_libc_version(), "%d.%d", &major, &minor) != 2 ||
        major * 100 + minor < 228 || !__builtin_cpu_supports("avx2") ||
        !__builtin_cpu_supports("fma"))
        skip();
    for (int k = 0; k < MATH_FUNCTIONS; k++) {
        union numbers one;
        for (int i = 0; i < MOST; i++)
            set(&functions[k], &one, i, 1);
        check(&functions[k], &one, &one);
        assert_int_equal(math_answer[k], MATH_EQUAL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_special),
        cmocka_unit_test(test_doubles),
        cmocka_unit_test(test_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
    return 77; /* no such functions */
}
#endif
