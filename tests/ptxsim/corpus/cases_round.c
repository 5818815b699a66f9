/* Cases that depend on the rounding mode and on the math library: rounding,
 * convert, math. Compiled with -frounding-math and without contraction. */
#include "tests/ptxsim/corpus/corpus.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

enum { N = 2000, BLOCKS = (N + 127) / 128 };

/* In the order of the kernels: nearest, zero, down, up. What is computed while
 * a mode is set is read from volatile objects and written to such, or the
 * compiler would move it to where another mode holds. */
static const int mode[4] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
                            FE_UPWARD};

/* rounding ----------------------------------------------------------------- */

#define ROUND(name, type, fma, sqrt)                                           \
    static void name(const type *x, const type *y, const type *z, type *out)   \
    {                                                                          \
        volatile type a = *x, b = *y, d = *z, result[6];                       \
                                                                               \
        for (int k = 0; k < 4; k++) {                                          \
            fesetround(mode[k]);                                               \
            result[0] = a + b;                                                 \
            result[1] = a * b;                                                 \
            result[2] = fma(a, b, d);                                          \
            result[3] = a / b;                                                 \
            result[4] = sqrt(a);                                               \
            result[5] = 1 / a;                                                 \
            fesetround(FE_TONEAREST);                                          \
            for (int op = 0; op < 6; op++)                                     \
                out[4 * op + k] = result[op];                                  \
        }                                                                      \
    }

ROUND(round_f64, double, fma, sqrt)
ROUND(round_f32, float, fmaf, sqrtf)

static uint32_t comparisons(double a, double b)
{
    int bits[] = {
        a<b, a <= b, a> b, a >= b,        a == b,           a != b,
        !(a < b),          !(a <= b),     !(a > b),         !(a >= b),
        isnan(a),          isinf(a) != 0, isfinite(a) != 0, signbit(a) != 0};
    uint32_t mask = 0;

    for (size_t k = 0; k < sizeof bits / sizeof *bits; k++)
        mask |= (uint32_t)(bits[k] != 0) << k;
    return mask;
}

/* The smaller (larger) number, -0 below 0, a number rather than a NaN. */
static double minimum(double a, double b)
{
    return a == b ? (signbit(a) ? a : b) : fmin(a, b);
}

static double maximum(double a, double b)
{
    return a == b ? (signbit(a) ? b : a) : fmax(a, b);
}

static void selected(double a, double b, double *o)
{
    double p = (double)(float)a, q = (double)(float)b;

    o[0] = minimum(a, b);
    o[1] = maximum(a, b);
    o[2] = fabs(a);
    o[3] = -b;
    o[4] = copysign(a, b);
    o[5] = minimum(p, q);
    o[6] = maximum(p, q);
    o[7] = copysign(q, -p);
}

void corpus_rounding(struct corpus *c)
{
    int n = N;
    double x[3][N], (*want)[24] = corpus_new(c, N, sizeof *want);
    float y[3][N], (*want_f32)[24] = corpus_new(c, N, sizeof *want_f32);
    double(*select)[8] = corpus_new(c, N, sizeof *select);
    uint32_t(*compare)[2] = corpus_new(c, N, sizeof *compare);
    uint64_t in[3], in_f32[3];

    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < N; i++) {
            x[k][i] = k == 1 && i % 5 == 0 ? x[0][i] : corpus_edge_f64(c);
            y[k][i] = k == 1 && i % 5 == 0 ? y[0][i] : corpus_edge_f32(c);
        }
        in[k] = corpus_upload(c, x[k], sizeof x[k]);
        in_f32[k] = corpus_upload(c, y[k], sizeof y[k]);
    }
    for (int i = 0; i < N; i++) {
        round_f64(&x[0][i], &x[1][i], &x[2][i], want[i]);
        round_f32(&y[0][i], &y[1][i], &y[2][i], want_f32[i]);
        compare[i][0] = comparisons(x[0][i], x[1][i]);
        compare[i][1] = comparisons((double)y[0][i], (double)y[1][i]);
        selected(x[0][i], x[1][i], select[i]);
    }
    uint64_t out = corpus_upload(c, NULL, N * sizeof *want);
    CORPUS_LAUNCH(c, "round_f64", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in[0]), CORPUS_ARG(in[1]), CORPUS_ARG(in[2]),
                  CORPUS_ARG(out));
    corpus_check(c, "round_f64", CORPUS_F64, out, want, N * 24);
    CORPUS_LAUNCH(c, "round_f32", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in_f32[0]), CORPUS_ARG(in_f32[1]),
                  CORPUS_ARG(in_f32[2]), CORPUS_ARG(out));
    corpus_check(c, "round_f32", CORPUS_F32, out, want_f32, N * 24);
    CORPUS_LAUNCH(c, "compare", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in[0]), CORPUS_ARG(in[1]), CORPUS_ARG(in_f32[0]),
                  CORPUS_ARG(in_f32[1]), CORPUS_ARG(out));
    corpus_check(c, "compare", CORPUS_S32, out, compare, N * 2);
    CORPUS_LAUNCH(c, "choose", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in[0]), CORPUS_ARG(in[1]), CORPUS_ARG(out));
    corpus_check(c, "choose", CORPUS_F64, out, select, N * 8);
}

/* convert ------------------------------------------------------------------ */

static double whole(double x, int k)
{
    volatile double from = x, rounded;

    fesetround(mode[k]);
    rounded = rint(from);
    fesetround(FE_TONEAREST);
    return rounded;
}

/* A whole number as an integer of so many bits, clamped. What becomes of NaN
 * (PTX ISA, cvt): 0 from f32 to 32 bits, else the highest bit alone. */
static int64_t integer(double x, int bits, bool is_signed, bool from_f32)
{
    double low = is_signed ? -ldexp(1, bits - 1) : 0;
    double high = ldexp(1, is_signed ? bits - 1 : bits);
    uint64_t top = UINT64_C(1) << (bits - 1), all = top - 1 + top, value;

    if (isnan(x))
        value = from_f32 && bits == 32 ? 0 : top;
    else if (x >= high)
        value = is_signed ? all >> 1 : all;
    else if (x <= low)
        value = is_signed ? top : 0;
    else if (x < 0)
        value = (uint64_t)(int64_t)x;
    else
        value = (uint64_t)x;
    if (bits == 32)
        return is_signed ? (int32_t)value : (int64_t)(uint32_t)value;
    return (int64_t)value;
}

static int64_t bits_f32(float x)
{
    int32_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static int64_t bits_f64(double x)
{
    int64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void to_integers(double x, bool from_f32, int64_t *o)
{
    for (int k = 0; k < 4; k++) {
        double r = whole(x, k);
        o[k] = integer(r, 32, true, from_f32);
        o[4 + k] = integer(r, 32, false, from_f32);
        o[8 + k] = integer(r, 64, true, from_f32);
        o[12 + k] = integer(r, 64, false, from_f32);
    }
}

static void expect_from_f64(double x, int64_t *o)
{
    volatile double from;
    volatile float narrow;

    to_integers(x, false, o);
    if (isnan(x))
        x = 1;
    from = x;
    for (int k = 0; k < 4; k++) {
        fesetround(mode[k]);
        narrow = (float)from;
        fesetround(FE_TONEAREST);
        o[16 + k] = bits_f32(narrow);
    }
    o[20] = bits_f64(floor(x));
    o[21] = bits_f64(ceil(x));
    o[22] = bits_f64(trunc(x));
    o[23] = bits_f64(rint(x));
}

static void expect_from_f32(float x, int64_t *o)
{
    to_integers((double)x, true, o);
    o[17] = bits_f32(!(x > 0) ? 0 : x > 1 ? 1 : x);
    if (isnan(x))
        x = 1;
    o[16] = bits_f64((double)x);
    o[18] = (int16_t)integer(whole((double)x, 1), 32, true, true);
    o[19] = (uint8_t)integer(whole((double)x, 1), 32, false, true);
    o[20] = bits_f32(floorf(x));
    o[21] = bits_f32(ceilf(x));
    o[22] = bits_f32(truncf(x));
    o[23] = bits_f32(rintf(x));
}

static void expect_from_integer(int64_t x, int64_t *o)
{
    volatile int64_t v = x;
    volatile int32_t s = (int32_t)x;
    volatile uint32_t u = (uint32_t)x;
    volatile uint64_t w = (uint64_t)x;
    volatile float single[4];
    volatile double wide[2];

    for (int k = 0; k < 4; k++) {
        fesetround(mode[k]);
        single[0] = (float)s;
        single[1] = (float)u;
        single[2] = (float)v;
        single[3] = (float)w;
        wide[0] = (double)v;
        wide[1] = (double)w;
        fesetround(FE_TONEAREST);
        for (int from = 0; from < (k < 2 ? 4 : 3); from++)
            o[4 * from + k] = bits_f32(single[from]);
        o[14 + k] = bits_f64(wide[0]);
        o[18 + k] = bits_f64(wide[1]);
    }
    o[22] = bits_f64((double)s + (double)u);
    o[23] = (int8_t)x + (uint16_t)x + (int16_t)x;
}

void corpus_convert(struct corpus *c)
{
    int n = N;
    double x[N];
    float y[N];
    int64_t v[N], (*want)[24] = corpus_new(c, N, sizeof *want);

    for (int i = 0; i < N; i++) {
        x[i] = corpus_edge_f64(c);
        y[i] = corpus_edge_f32(c);
        v[i] = corpus_edge_s64(c);
    }
    uint64_t out = corpus_upload(c, NULL, N * sizeof *want);
    uint64_t in = corpus_upload(c, v, sizeof v);
    CORPUS_LAUNCH(c, "from_integer", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    for (int i = 0; i < N; i++)
        expect_from_integer(v[i], want[i]);
    corpus_check(c, "from_integer", CORPUS_S64, out, want, N * 24);
    in = corpus_upload(c, x, sizeof x);
    CORPUS_LAUNCH(c, "from_f64", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    for (int i = 0; i < N; i++)
        expect_from_f64(x[i], want[i]);
    corpus_check(c, "from_f64", CORPUS_S64, out, want, N * 24);
    in = corpus_upload(c, y, sizeof y);
    CORPUS_LAUNCH(c, "from_f32", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(out));
    for (int i = 0; i < N; i++)
        expect_from_f32(y[i], want[i]);
    corpus_check(c, "from_f32", CORPUS_S64, out, want, N * 24);
}

/* math --------------------------------------------------------------------- */

/* Units in the last place that CUDA's manual allows, plus one for the C
 * library's own error. */
struct accuracy {
    const char *name;
    double ulps, least;
};

static void check_columns(struct corpus *c, enum corpus_type type, uint64_t out,
                          const void *want, int columns,
                          const struct accuracy *accuracy)
{
    for (int k = 0; k < columns; k++)
        corpus_check_near(c, accuracy[k].name, type, out, want, k, columns, N,
                          accuracy[k].ulps, accuracy[k].least);
}

static void expect_math(double a, double b, int i, double *o)
{
    double row[20] = {exp(a),
                      log(fabs(a)),
                      sin(a),
                      cos(a),
                      pow(fabs(a), b),
                      sqrt(fabs(a)),
                      tan(a),
                      exp2(b),
                      log2(fabs(b)),
                      cbrt(a),
                      atan2(a, b),
                      erf(b),
                      expm1(b),
                      log1p(fabs(b)),
                      tanh(b),
                      hypot(a, b),
                      1 / sqrt(fabs(a)),
                      pow(b, i % 9 - 4),
                      asin(b / 40),
                      sinh(b)};
    memcpy(o, row, sizeof row);
}

static void math_f64(struct corpus *c, const double *x, const double *y,
                     uint64_t in, uint64_t in2)
{
    static const struct accuracy accuracy[20] = {
        {"exp", 2, 0},   {"log", 2, 0},   {"sin", 3, 0},   {"cos", 3, 0},
        {"pow", 3, 0},   {"sqrt", 0, 0},  {"tan", 3, 0},   {"exp2", 2, 0},
        {"log2", 2, 0},  {"cbrt", 2, 0},  {"atan2", 3, 0}, {"erf", 3, 0},
        {"expm1", 2, 0}, {"log1p", 2, 0}, {"tanh", 2, 0},  {"hypot", 3, 0},
        {"rsqrt", 2, 0}, {"pown", 3, 0},  {"asin", 3, 0},  {"sinh", 3, 0}};
    int n = N;
    double(*want)[20] = corpus_new(c, N, sizeof *want);

    for (int i = 0; i < N; i++)
        expect_math(x[i], y[i], i, want[i]);
    uint64_t out = corpus_upload(c, NULL, N * sizeof *want);
    CORPUS_LAUNCH(c, "math_f64", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(in2), CORPUS_ARG(out));
    check_columns(c, CORPUS_F64, out, want, 20, accuracy);
}

static void exact_f64(struct corpus *c, const double *x, const double *y,
                      uint64_t in, uint64_t in2)
{
    int n = N, exponent;
    double(*want)[10] = corpus_new(c, N, sizeof *want);

    for (int i = 0; i < N; i++) {
        double a = x[i], b = y[i], *o = want[i];
        o[0] = fmod(a, b);
        o[1] = remainder(a, b);
        o[2] = round(b);
        o[3] = nearbyint(b);
        o[4] = ldexp(a, i % 600 - 300);
        o[5] = frexp(a, &exponent);
        o[6] = isfinite(a) ? exponent : 0;
        o[7] = fdim(a, b);
        o[8] = logb(a);
        o[9] = nextafter(a, b);
    }
    uint64_t out = corpus_upload(c, NULL, N * sizeof *want);
    CORPUS_LAUNCH(c, "exact_f64", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(in2), CORPUS_ARG(out));
    corpus_check(c, "exact_f64", CORPUS_F64, out, want, N * 10);
}

static void math_f32(struct corpus *c, const float *x, const float *y,
                     uint64_t in, uint64_t in2)
{
    static const struct accuracy accuracy[12] = {
        {"expf", 3, 0},  {"logf", 2, 0},  {"sinf", 3, 0},  {"cosf", 3, 0},
        {"powf", 5, 0},  {"sqrtf", 0, 0}, {"exp2f", 3, 0}, {"tanhf", 3, 0},
        {"atanf", 3, 0}, {"erff", 3, 0},  {"cbrtf", 2, 0}, {"rsqrtf", 3, 0}};
    int n = N;
    float(*want)[12] = corpus_new(c, N, sizeof *want);

    for (int i = 0; i < N; i++) {
        double a = (double)x[i], b = (double)y[i];
        double row[12] = {exp(b),  log(fabs(a)),    sin(a),
                          cos(a),  pow(fabs(a), b), sqrt(fabs(a)),
                          exp2(b), tanh(b),         atan(a),
                          erf(b),  cbrt(a),         1 / sqrt(fabs(a))};
        for (int k = 0; k < 12; k++)
            want[i][k] = (float)row[k];
    }
    uint64_t out = corpus_upload(c, NULL, N * sizeof *want);
    CORPUS_LAUNCH(c, "math_f32", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(in2), CORPUS_ARG(out));
    check_columns(c, CORPUS_F32, out, want, 12, accuracy);
}

/* The intrinsics: their errors grow with the argument (CUDA's manual); here
 * |y| <= 20. */
static void approximate(struct corpus *c, const float *x, const float *y,
                        uint64_t in, uint64_t in2)
{
    static const struct accuracy accuracy[8] = {
        {"__expf", 32, 0},           {"__logf", 3, 0x1p-21},
        {"__sinf", 3, 0x1p-19},      {"__cosf", 3, 0x1p-19},
        {"__fdividef", 3, 0x1p-149}, {"__frsqrt_rn", 3, 0},
        {"__powf", 400, 0x1p-126},   {"__log2f", 3, 0x1p-21}};
    int n = N;
    float(*want)[8] = corpus_new(c, N, sizeof *want);

    for (int i = 0; i < N; i++) {
        double a = (double)x[i], b = (double)y[i];
        double row[8] = {exp(b),          log(fabs(a)), sin(b),
                         cos(b),          a / b,        1 / sqrt(fabs(a)),
                         pow(fabs(a), b), log2(fabs(b))};
        for (int k = 0; k < 8; k++)
            want[i][k] = (float)row[k];
    }
    uint64_t out = corpus_upload(c, NULL, N * sizeof *want);
    CORPUS_LAUNCH(c, "approximate", CORPUS_LINE(BLOCKS, 128), CORPUS_ARG(n),
                  CORPUS_ARG(in), CORPUS_ARG(in2), CORPUS_ARG(out));
    check_columns(c, CORPUS_F32, out, want, 8, accuracy);
}

void corpus_math(struct corpus *c)
{
    double x[N], y[N];
    float u[N], v[N];
    uint64_t in[4];

    for (int i = 0; i < N; i++) {
        y[i] = corpus_uniform(c, -20, 20);
        v[i] = (float)y[i];
        u[i] = (float)corpus_uniform(c, -100, 100);
        x[i] = i % 3 == 0   ? corpus_edge_f64(c)
               : i % 3 == 1 ? corpus_uniform(c, -700, 700)
                            : corpus_uniform(c, -4, 4);
    }
    in[0] = corpus_upload(c, x, sizeof x);
    in[1] = corpus_upload(c, y, sizeof y);
    in[2] = corpus_upload(c, u, sizeof u);
    in[3] = corpus_upload(c, v, sizeof v);
    math_f64(c, x, y, in[0], in[1]);
    exact_f64(c, x, y, in[0], in[1]);
    math_f32(c, u, v, in[2], in[3]);
    approximate(c, u, v, in[2], in[3]);
    for (int i = 0; i < N; i++) {
        u[i] = corpus_edge_f32(c);
        v[i] = (float)corpus_uniform(c, -20, 20);
    }
    in[2] = corpus_upload(c, u, sizeof u);
    in[3] = corpus_upload(c, v, sizeof v);
    math_f32(c, u, v, in[2], in[3]);
}
