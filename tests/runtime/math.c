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
#define CALL(processor, vector, prefix, name, type, lanes)                     \
    __attribute__((target(processor))) vector prefix##_hedra_##name(vector x); \
    static __attribute__((target(processor))) void prefix##_##name(            \
        const void *from, void *to)                                            \
    {                                                                          \
        vector x;                                                              \
        memcpy(&x, from, sizeof x);                                            \
        x = prefix##_hedra_##name(x);                                          \
        memcpy(to, &x, sizeof x);                                              \
    }
#define CALLS_float(name)                                                      \
    CALL("sse2", __m128, _ZGVbN4v, name, float, 4)                             \
    CALL("avx", __m256, _ZGVcN8v, name, float, 8)                              \
    CALL("avx2,fma", __m256, _ZGVdN8v, name, float, 8)                         \
    CALL("avx512f", __m512, _ZGVeN16v, name, float, 16)
#define CALLS_double(name)                                                     \
    CALL("sse2", __m128d, _ZGVbN2v, name, double, 2)                           \
    CALL("avx", __m256d, _ZGVcN4v, name, double, 4)                            \
    CALL("avx2,fma", __m256d, _ZGVdN4v, name, double, 4)                       \
    CALL("avx512f", __m512d, _ZGVeN8v, name, double, 8)
#define CALLS(name, type, lanes) CALLS_##type(name)
MATH_EACH(CALLS)

typedef void calls(const void *from, void *to);

struct function {
    const char *name;
    size_t size;      /* of a number */
    calls *vector[4]; /* of 16, 32, 32 and 64 bytes */
    float (*one)(float);
    double (*wide)(double);
};

#define ROW_float(name)                                                        \
    {#name,                                                                    \
     sizeof(float),                                                            \
     {_ZGVbN4v_##name, _ZGVcN8v_##name, _ZGVdN8v_##name, _ZGVeN16v_##name},    \
     name,                                                                     \
     NULL},
#define ROW_double(name)                                                       \
    {#name,                                                                    \
     sizeof(double),                                                           \
     {_ZGVbN2v_##name, _ZGVcN4v_##name, _ZGVdN4v_##name, _ZGVeN8v_##name},     \
     NULL,                                                                     \
     name},
#define ROW(name, type, lanes) ROW_##type(name)
static const struct function functions[] = {MATH_EACH(ROW)};

static const size_t bytes[] = {16, 32, 32, 64};

static bool has_vector(int k)
{
    return k == 0   ? true
           : k == 1 ? __builtin_cpu_supports("avx")
           : k == 2 ? __builtin_cpu_supports("avx2")
                    : __builtin_cpu_supports("avx512f");
}

/* Exceptions that programs trap. */
enum { TRAPS = FE_INVALID | FE_OVERFLOW | FE_UNDERFLOW | FE_DIVBYZERO };

static void check_traps(const struct function *f, int want)
{
    if (fetestexcept(TRAPS) & ~want)
        fail_msg("%s raises %x, not %x", f->name, (unsigned)fetestexcept(TRAPS),
                 (unsigned)want);
}

static void check_floats(const struct function *f, const float *x)
{
    float y[MOST], want[MOST];

    feclearexcept(FE_ALL_EXCEPT);
    for (int i = 0; i < MOST; i++)
        want[i] = f->one(x[i]);
    int traps = fetestexcept(TRAPS);
    for (int k = 0; k < 4; k++) {
        if (!has_vector(k))
            continue;
        feclearexcept(FE_ALL_EXCEPT);
        for (size_t at = 0; at < MOST; at += bytes[k] / sizeof *x)
            f->vector[k](x + at, y + at);
        check_traps(f, traps);
        for (int i = 0; i < MOST; i++)
            if (memcmp(&y[i], &want[i], sizeof *y) != 0 &&
                !(isnan(y[i]) && isnan(want[i])))
                fail_msg("%s(%a) is %a, not %a, in %zu bytes", f->name, x[i],
                         want[i], y[i], bytes[k]);
    }
}

static void check_doubles(const struct function *f, const double *x)
{
    double y[MOST], want[MOST];

    feclearexcept(FE_ALL_EXCEPT);
    for (int i = 0; i < MOST; i++)
        want[i] = f->wide(x[i]);
    int traps = fetestexcept(TRAPS);
    for (int k = 0; k < 4; k++) {
        if (!has_vector(k))
            continue;
        feclearexcept(FE_ALL_EXCEPT);
        for (size_t at = 0; at < MOST; at += bytes[k] / sizeof *x)
            f->vector[k](x + at, y + at);
        check_traps(f, traps);
        for (int i = 0; i < MOST; i++)
            if (memcmp(&y[i], &want[i], sizeof *y) != 0 &&
                !(isnan(y[i]) && isnan(want[i])))
                fail_msg("%s(%a) is %a, not %a, in %zu bytes", f->name, x[i],
                         want[i], y[i], bytes[k]);
    }
}

static void test_floats(void **state)
{
    const char *step_text = getenv("MATH_STEP"); /* 1: all floats */
    uint32_t step = step_text ? (uint32_t)atoi(step_text) : 4099;

    (void)state;
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
        for (uint64_t at = 0; functions[k].one && at >> 32 == 0;
             at += (uint64_t)step * MOST) {
            float x[MOST];
            for (uint32_t i = 0; i < MOST; i++) {
                uint32_t bits = (uint32_t)at + i * step;
                memcpy(&x[i], &bits, sizeof bits);
            }
            check_floats(&functions[k], x);
        }
}

/* Ordinary ones among those that the fast way does not know. */
static void test_special(void **state)
{
    static const double special[] = {
        0.0,     -0.0,     1,         -1,   0x1p-149, -0x1p-149, 0x1p-126,
        0x1p-13, 0x1p-12,  -0x1p-12,  87,   88,       89,        -87,
        -104,    120,      -120,      121,  1e10,     -1e10,     3e38,
        -3e38,   INFINITY, -INFINITY, NAN,  511.9,    512,       -512,
        -708.5,  -745.2,   709.7,     710,  0x1p-55,  -0x1p-54,  0x1p-1074,
        1e300,   -1e300,   0.5,       -0.5, 1.5,
    };
    enum { COUNT = sizeof special / sizeof *special };

    (void)state;
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
        for (int s = 0; s < COUNT; s++)
            for (int place = 0; place < MOST; place++) {
                float x[MOST];
                double wide[MOST];
                for (int i = 0; i < MOST; i++)
                    wide[i] = i == place ? special[s] : 0.3 * (i - place);
                for (int i = 0; i < MOST; i++)
                    x[i] = (float)wide[i];
                if (functions[k].one)
                    check_floats(&functions[k], x);
                else
                    check_doubles(&functions[k], wide);
            }
}

static void test_doubles(void **state)
{
    const struct function *f = &functions[0];
    uint64_t seed = 1;

    (void)state;
    assert_non_null(f->wide);
    for (int n = 0; n < 100000; n++) {
        double x[MOST];
        for (int i = 0; i < MOST; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            x[i] =
                ((double)(seed >> 11) * 0x1p-53 - 0.5) * (n % 3 == 0   ? 1500
                                                          : n % 3 == 1 ? 20
                                                                       : 1e-8);
        }
        check_doubles(f, x);
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
    for (int k = 0; k < MATH_FUNCTIONS; k++)
        assert_true(math_try((enum math_function)k));
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
