/* Arithmetic of the simulator against C, one instruction at a time: the rows of
 * core_alu.def on special and random inputs, with all lanes active and with
 * some, on whatever instruction set the host has. */
#include "tests/ptxsim/core_rig.h"

#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COUNT = 8192, BLOCK = 128 };

/* Definitions ------------------------------------------------------------- */

static int64_t S16(uint64_t a)
{
    return (int16_t)a;
}

static int64_t S24(uint64_t a)
{
    return (int32_t)((uint32_t)a << 8) >> 8;
}

static int64_t S32(uint64_t a)
{
    return (int32_t)a;
}

static uint64_t U16(uint64_t a)
{
    return a & 0xffff;
}

static uint64_t U32(uint64_t a)
{
    return a & 0xffffffff;
}

static float F(uint64_t a)
{
    uint32_t low = (uint32_t)a;
    float value;

    memcpy(&value, &low, sizeof value);
    return value;
}

static double D(uint64_t a)
{
    double value;

    memcpy(&value, &a, sizeof value);
    return value;
}

/* The bits of a result; every NaN is the canonical one. */
static uint64_t FB(float a)
{
    uint32_t bits;

    memcpy(&bits, &a, sizeof bits);
    return a != a ? 0x7fffffff : bits;
}

static uint64_t DB(double a)
{
    uint64_t bits;

    memcpy(&bits, &a, sizeof bits);
    return a != a ? UINT64_C(0x7ff8000000000000) : bits;
}

/* The expression's value under a rounding mode. */
#define IN(mode, x)                                                            \
    (fesetround(mode), in_mode = (x), fesetround(FE_TONEAREST), in_mode)
static volatile double in_mode;

static float flush(float a)
{
    return fabsf(a) < 0x1p-126f ? copysignf(0, a) : a;
}

static float unit(float a)
{
    return a > 1 ? 1 : a > 0 ? a : 0;
}

static double least(double a, double b)
{
    if (a != a || b != b)
        return a != a ? b : a;
    if (a == b)
        return signbit(a) ? a : b;
    return a < b ? a : b;
}

static uint64_t clamp(int64_t a)
{
    return (uint32_t)(a > INT32_MAX   ? INT32_MAX
                      : a < INT32_MIN ? INT32_MIN
                                      : a);
}

/* By schoolbook. */
static uint64_t high_product(uint64_t a, uint64_t b)
{
    uint64_t low = U32(a) * U32(b), mid = U32(a) * (b >> 32) + (low >> 32);
    uint64_t other = (a >> 32) * U32(b) + U32(mid);

    return (a >> 32) * (b >> 32) + (mid >> 32) + (other >> 32);
}

static uint64_t count_bits(uint64_t a)
{
    uint64_t n = 0;

    for (int k = 0; k < 64; k++)
        n += a >> k & 1;
    return n;
}

static int top_bit(uint64_t a)
{
    int k = 63;

    while (k >= 0 && !(a >> k & 1))
        k--;
    return k;
}

static uint64_t reversed(uint64_t a, int bits)
{
    uint64_t r = 0;

    for (int k = 0; k < bits; k++)
        r |= (a >> k & 1) << (bits - 1 - k);
    return r;
}

/* As the manual has it: bit by bit. */
static uint64_t extract(uint64_t a, uint64_t start, uint64_t length, int bits,
                        bool has_sign)
{
    uint64_t r = 0;
    int first = (int)(start & 0xff), n = (int)(length & 0xff);
    int last = first + n - 1 < bits - 1 ? first + n - 1 : bits - 1;
    uint64_t sign = has_sign && n > 0 ? a >> last & 1 : 0;

    for (int k = 0; k < bits; k++) {
        uint64_t bit = k < n && first + k < bits ? a >> (first + k) & 1 : sign;

        r |= bit << k;
    }
    return r;
}

static uint64_t replaced(uint64_t a, uint64_t b, uint64_t start,
                         uint64_t length, int bits)
{
    for (int k = 0; k < (int)(length & 0xff); k++) {
        int to = (int)(start & 0xff) + k;

        if (to < bits && k < 64)
            b = (b & ~(UINT64_C(1) << to)) | (a >> k & 1) << to;
    }
    return bits == 32 ? U32(b) : b;
}

static uint64_t permuted(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t r = 0;

    for (int k = 0; k < 4; k++) {
        int from = (int)(c >> 4 * k & 15);
        uint64_t byte = (from & 4 ? b : a) >> 8 * (from & 3) & 0xff;

        if (from & 8)
            byte = byte & 0x80 ? 0xff : 0;
        r |= byte << 8 * k;
    }
    return r;
}

/* Signed bytes (halves) of a times unsigned bytes of b. */
static uint64_t dot(uint64_t a, uint64_t b, uint64_t c, int n)
{
    for (int k = 0; k < n; k++) {
        int64_t x = n == 4 ? (int8_t)(a >> 8 * k) : (int16_t)(a >> 16 * k);

        c += (uint64_t)(x * (int64_t)(b >> 8 * k & 0xff));
    }
    return U32(c);
}

static uint64_t nth_bit(uint64_t a, int from, int n)
{
    for (int k = from; k < 32; k++)
        if (a >> k & 1 && --n == 0)
            return (uint64_t)k;
    return 0xffffffff;
}

/* A rounded value as an integer of [low, limit). */
static uint64_t whole(double a, double low, double limit, uint64_t nan)
{
    uint64_t top = limit == 0x1p64 ? UINT64_MAX : (uint64_t)limit - 1;
    uint64_t r = a != a       ? nan
                 : a >= limit ? top
                 : a <= low   ? (low < 0 ? (uint64_t)(int64_t)low : 0)
                 : a < 0      ? (uint64_t)(int64_t)a
                              : (uint64_t)a;

    return limit <= 0x1p16 ? U16(r) : limit <= 0x1p32 ? U32(r) : r;
}

/* Cases ------------------------------------------------------------------- */

#define CASE(name, result, ptx, c_text)                                        \
    static uint64_t want_##name(uint64_t a, uint64_t b, uint64_t c)            \
    {                                                                          \
        (void)b;                                                               \
        (void)c;                                                               \
        return (uint64_t)(c_text);                                             \
    }
#include "tests/ptxsim/core_alu.def"
#undef CASE

static const struct {
    const char *name;
    char result;
    const char *ptx;
    uint64_t (*want)(uint64_t a, uint64_t b, uint64_t c);
} cases[] = {
#define CASE(name, result, ptx, c_text) {#name, #result[0], ptx, want_##name},
#include "tests/ptxsim/core_alu.def"
#undef CASE
};
enum { CASES = sizeof cases / sizeof *cases };

/* Inputs in registers of all kinds; what is stored is zero-extended. */
static const char head[] =
    "{\n"
    ".reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %w<4>; .reg .b64 %x<4>;\n"
    ".reg .f32 %f<4>; .reg .f64 %g<4>; .reg .b32 %t<5>; .reg .b64 %q<5>;\n"
    ".reg .pred %odd;\n"
    "ld.param.u64 %q1, [in]; ld.param.u64 %q2, [out];\n"
    "mov.u32 %t1, %tid.x; mov.u32 %t2, %ctaid.x; mov.u32 %t3, %ntid.x;\n"
    "mad.lo.u32 %t1, %t2, %t3, %t1; mul.wide.u32 %q3, %t1, 8;\n"
    "add.u64 %q2, %q2, %q3; mad.wide.u32 %q1, %t1, 24, %q1;\n"
    "ld.global.u64 %x1, [%q1]; ld.global.u64 %x2, [%q1+8];\n"
    "ld.global.u64 %x3, [%q1+16];\n";
static const char each[] =
    "cvt.u32.u64 %%w%d, %%x%d; cvt.u16.u64 %%h%d, %%x%d;\n"
    "mov.b32 %%f%d, %%w%d; mov.b64 %%g%d, %%x%d;\n"
    "{ .reg .b32 %%m; and.b32 %%m, %%w%d, 1; setp.ne.u32 %%p%d, %%m, 0; }\n";

static char *write_kernels(bool some)
{
    size_t size = 8192 * (size_t)CASES, used = 0;
    char *text = malloc(size);

    assert_non_null(text);
    for (int k = 0; k < CASES; k++) {
        used += (size_t)snprintf(text + used, size - used,
                                 ".entry %s(.param .u64 in, .param .u64 out)\n"
                                 "%s",
                                 cases[k].name, head);
        for (int n = 1; n < 4; n++)
            used += (size_t)snprintf(text + used, size - used, each, n, n, n, n,
                                     n, n, n, n, n, n);
        if (some)
            used += (size_t)snprintf(
                text + used, size - used,
                "and.b32 %%t4, %%t1, 3; setp.eq.u32 %%odd, %%t4, 1;\n"
                "@%%odd bra done;\n");
        used +=
            (size_t)snprintf(text + used, size - used, "%s\n", cases[k].ptx);
        used += (size_t)snprintf(
            text + used, size - used, "%s\ndone: ret;\n}\n",
            cases[k].result == 'x'   ? "st.global.u64 [%q2], %x0;"
            : cases[k].result == 'g' ? "st.global.f64 [%q2], %g0;"
            : cases[k].result == 'f' ? "st.global.f32 [%q2], %f0;"
            : cases[k].result == 'h' ? "st.global.u16 [%q2], %h0;"
            : cases[k].result == 'p' ? "selp.u32 %t1, 1, 0, %p0;"
                                       "st.global.u32 [%q2], %t1;"
                                     : "st.global.u32 [%q2], %w0;");
    }
    return text;
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state ^ *state >> 29;
}

/* Numbers that find faults, of both sizes at once where possible. */
static uint64_t next_input(uint64_t *state)
{
    static const uint64_t special[] = {
        0,
        1,
        2,
        3,
        31,
        32,
        33,
        63,
        64,
        UINT64_MAX,
        UINT64_C(0x7fffffffffffffff),
        UINT64_C(1) << 63,
        0x7fffffff,
        0x80000000,
        0x3f800000, /* 1 */
        0xbf000000, /* -1/2 */
        0x4f000000, /* 2^31 */
        0xcf800001, /* below -2^32 */
        0x7f800000, /* infinity */
        0x7fc00001, /* NaN */
        0x00000001, /* subnormal */
        0x807fffff, /* subnormal */
        0x7f7fffff, /* the largest */
        UINT64_C(0x3ff0000000000000),
        UINT64_C(0xbfe0000000000000),
        UINT64_C(0x7ff0000000000000),
        UINT64_C(0xfff0000000000000),
        UINT64_C(0x7ff8000000000123),
        UINT64_C(0x8000000000000001),
        UINT64_C(0x0010000000000000),
        UINT64_C(0x7fefffffffffffff),
        UINT64_C(0x41dfffffffe00000), /* 2^31 - 1/2 */
        UINT64_C(0xc1e0000000100000),
        UINT64_C(0x43e0000000000000), /* 2^63 */
        UINT64_C(0x36a0000000000000), /* 2^-149 */
        UINT64_C(0x380fffffffffffff),
    };
    uint64_t r = next_random(state), kind = next_random(state) >> 20;

    switch (kind % 5) {
    case 0:
        return special[r % (sizeof special / sizeof *special)];
    case 1: /* doubles of common size */
        return (r & UINT64_C(0x800fffffffffffff)) | (1023 - 40 + r % 80) << 52;
    case 2: /* floats, in both halves */
        r = (r & 0x807fffff) | (127 - 20 + r % 40) << 23;
        return r | r << 32;
    case 3:
        return r >> (r & 63);
    default:
        return r;
    }
}

static uint64_t *make_inputs(void)
{
    uint64_t *input = malloc(3 * COUNT * sizeof *input), state = 20;

    assert_non_null(input);
    for (int k = 0; k < 3 * COUNT; k++)
        input[k] = next_input(&state);
    /* sums, products and fused sums that cancel or tie */
    for (int k = 0; k < COUNT; k += 7) {
        double product = -D(input[3 * k]) * D(input[3 * k + 1]);

        memcpy(&input[3 * k + 2], &product, sizeof product);
    }
    return input;
}

static void compare(int number, const uint64_t *in, const uint64_t *out,
                    bool some)
{
    for (int k = 0; k < COUNT; k++) {
        const uint64_t *a = &in[3 * k];
        uint64_t want = cases[number].want(a[0], a[1], a[2]);

        if (some && k % 4 == 1)
            want = UINT64_C(0xeeeeeeeeeeeeeeee);
        if (cases[number].result != 'x' && cases[number].result != 'g') {
            uint64_t kept = cases[number].result == 'h' ? 0xffff : 0xffffffff;

            want = (want & kept) | (UINT64_C(0xeeeeeeeeeeeeeeee) & ~kept);
        }
        if (out[k] != want)
            fail_msg("%s of 0x%llx, 0x%llx, 0x%llx: 0x%llx, not 0x%llx",
                     cases[number].ptx, (unsigned long long)a[0],
                     (unsigned long long)a[1], (unsigned long long)a[2],
                     (unsigned long long)out[k], (unsigned long long)want);
    }
}

static void run_cases(bool some)
{
    struct rig rig;
    char *text = write_kernels(some);
    uint64_t *input = make_inputs(), param[2];
    size_t bytes = COUNT * sizeof *input;

    rig_open(&rig, text);
    free(text);
    param[0] = rig_memory(&rig, input, 3 * bytes);
    param[1] = rig_memory(&rig, NULL, bytes);
    for (int k = 0; k < CASES; k++) {
        memset(rig_bytes(&rig, param[1], bytes), 0xee, bytes);
        rig_expect(&rig, cases[k].name, COUNT / BLOCK, BLOCK, param);
        compare(k, input, rig_bytes(&rig, param[1], bytes), some);
    }
    free(input);
    rig_close(&rig);
}

static void test_all_lanes(void **state)
{
    run_cases(false);
}

static void test_some_lanes(void **state)
{
    run_cases(true);
}

/* Approximations ---------------------------------------------------------- */

static const struct {
    const char *ptx;
    double (*f)(double a);
    double low, high;
    double absolute; /* error allowed beside half a unit in the last place */
} approximations[] = {
    {"ex2.approx.f32 %f0, %f1;", exp2, -120, 120, 0},
    {"lg2.approx.f32 %f0, %f1;", log2, 0, 3e38, 0},
    {"sin.approx.f32 %f0, %f1;", sin, -3e38, 3e38, 0x1p-40},
    {"cos.approx.f32 %f0, %f1;", cos, -3e38, 3e38, 0x1p-40},
    {"tanh.approx.f32 %f0, %f1;", tanh, -50, 50, 0},
};

static void check_approximation(int number)
{
    struct rig rig;
    char text[4096];
    uint64_t param[2], *in, state = 3;
    uint32_t *out;
    size_t used, bytes = COUNT * sizeof *in;

    used =
        (size_t)snprintf(text, sizeof text,
                         ".entry k(.param .u64 in, .param .u64 out)\n%s", head);
    used += (size_t)snprintf(text + used, sizeof text - used, each, 1, 1, 1, 1,
                             1, 1, 1, 1, 1, 1);
    snprintf(text + used, sizeof text - used,
             "%s\nst.global.f32 [%%q2], %%f0; ret; }\n",
             approximations[number].ptx);
    rig_open(&rig, text);
    param[0] = rig_memory(&rig, NULL, 3 * bytes);
    param[1] = rig_memory(&rig, NULL, bytes);
    in = rig_bytes(&rig, param[0], 3 * bytes);
    for (int k = 0; k < 3 * COUNT; k++) {
        do
            in[k] = next_random(&state) >> 16 & 0xffffffff;
        while (!(F(in[k]) > approximations[number].low &&
                 F(in[k]) < approximations[number].high));
    }
    rig_expect(&rig, "k", COUNT / BLOCK, BLOCK, param);
    out = rig_bytes(&rig, param[1], bytes);
    for (int k = 0; k < COUNT; k++) {
        double got = F(out[2 * k]);
        double want = approximations[number].f((double)F(in[3 * k]));
        double unit_last = ldexp(1, (want == 0            ? -149
                                     : ilogb(want) < -126 ? -149
                                                          : ilogb(want) - 23));
        double error = fabs(got - want);

        if (!(error <= 0.5001 * unit_last + approximations[number].absolute))
            fail_msg("%s of %a: %a, not %a", approximations[number].ptx,
                     (double)F(in[3 * k]), got, want);
    }
    rig_close(&rig);
}

static void test_approximations(void **state)
{
    for (size_t k = 0; k < sizeof approximations / sizeof *approximations; k++)
        check_approximation((int)k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_lanes),
        cmocka_unit_test(test_some_lanes),
        cmocka_unit_test(test_approximations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
