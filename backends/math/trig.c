/* Sine, cosine, tangent and their inverses. */
#include "backends/math/local.h"

#include <math.h>

/* pi/2 in three parts of 53 bits. */
static const double HALF_PI[] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54,
                                 -0x1.f1976b7ed8fbcp-110};

/* Reduction ---------------------------------------------------------------- */

/* |x| = (quadrant + fraction) pi/2, |fraction| <= 1/2: r = fraction pi/2. */
struct reduced_angle {
    struct math_pair r;
    int quadrant; /* i32, modulo 4 */
};

/* |x| < 2^30: subtract k pi/2, part by part. */
static struct reduced_angle reduce_small(struct math *m, int x)
{
    int k = kir_unary(m->f, KIR_RINT,
                      math_mul(m, x, math_num(m, 0x1.45f306dc9c883p-1)));
    struct math_pair first = math_two_product(m, k, math_num(m, HALF_PI[0]));
    struct math_pair second = math_two_product(m, k, math_num(m, HALF_PI[1]));
    struct math_pair a, b;
    struct reduced_angle d;

    a = math_two_sum(m, math_sub(m, x, first.hi), math_neg(m, first.lo));
    b = math_two_sum(m, a.hi, math_neg(m, second.hi));
    b.lo = math_add(m, b.lo, math_sub(m, a.lo, second.lo));
    b.lo = math_fma(m, math_neg(m, k), math_num(m, HALF_PI[2]), b.lo);
    d.r = math_two_sum(m, b.hi, b.lo);
    d.quadrant = kir_cast(m->f, KIR_I32, k);
    return d;
}

/* 2/pi in words of 32 bits, after a word of zeros. */
static const uint32_t two_over_pi[] = {
    0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599,
    0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea,
    0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026,
    0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff,
    0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66,
    0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1,
    0x1f8d5d08, 0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d,
};

enum { WORDS = 6 };

static int u64(struct math *m, uint64_t bits)
{
    return kir_int(m->f, KIR_U64, (int64_t)bits);
}

static int op64(struct math *m, enum kir_op op, int a, int b)
{
    return kir_binary(m->f, op, a, b);
}

static int shift64(struct math *m, enum kir_op op, int a, int count)
{
    return kir_binary(m->f, op, a, kir_int(m->f, KIR_I32, count));
}

static int low_half(struct math *m, int a)
{
    return op64(m, KIR_AND, a, u64(m, UINT32_MAX));
}

/* Six words of 2/pi from bit `first` on, the highest first. */
static void window(struct math *m, int first, int *word)
{
    struct kir_func *f = m->f;
    int at, count, next;

    if (m->two_over_pi < 0)
        m->two_over_pi =
            kir_constant(f, "two_over_pi", KIR_U32,
                         sizeof two_over_pi / sizeof *two_over_pi, two_over_pi);
    at = shift64(m, KIR_SHR, first, 5);
    count =
        kir_cast(f, KIR_I32, op64(m, KIR_AND, first, kir_int(f, KIR_I64, 31)));
    next = kir_cast(f, KIR_U64, kir_load(f, m->two_over_pi, at));
    for (int i = 0; i < WORDS; i++) {
        int index = op64(m, KIR_ADD, at, kir_int(f, KIR_I64, i + 1));
        int high = shift64(m, KIR_SHL, next, 32);

        next = kir_cast(f, KIR_U64, kir_load(f, m->two_over_pi, index));
        word[i] = kir_binary(f, KIR_SHL, op64(m, KIR_OR, high, next), count);
        word[i] = shift64(m, KIR_SHR, word[i], 32);
    }
}

/* word := (word * whole) modulo 2^192, whole < 2^53. */
static void multiply(struct math *m, int *word, int whole)
{
    int factor[2] = {low_half(m, whole), shift64(m, KIR_SHR, whole, 32)};
    int sum[WORDS];

    for (int i = 0; i < WORDS; i++)
        sum[i] = u64(m, 0);
    for (int part = 0; part < 2; part++) {
        int carry = u64(m, 0);

        for (int i = WORDS - 1; i >= part; i--) {
            int at = i - part;
            int t = op64(m, KIR_MUL, word[i], factor[part]);

            t = op64(m, KIR_ADD, op64(m, KIR_ADD, t, carry), sum[at]);
            sum[at] = low_half(m, t);
            carry = shift64(m, KIR_SHR, t, 32);
        }
    }
    for (int i = 0; i < WORDS; i++)
        word[i] = sum[i];
}

static int scaled(struct math *m, int integer, double factor)
{
    return math_mul(m, kir_cast(m->f, KIR_F64, integer), math_num(m, factor));
}

/* The 128 bits below the quadrant, as a signed fraction of one. */
static struct math_pair fraction_of(struct math *m, int high, int low)
{
    struct kir_func *f = m->f;
    int top = shift64(m, KIR_SHR, kir_cast(f, KIR_I64, high), 32);
    struct math_pair a, b;

    a = math_two_sum(m, scaled(m, top, 0x1p-32),
                     scaled(m, low_half(m, high), 0x1p-64));
    b = math_two_sum(m, a.hi, scaled(m, shift64(m, KIR_SHR, low, 32), 0x1p-96));
    b.lo = math_add(m, b.lo, a.lo);
    b.lo = math_add(m, b.lo, scaled(m, low_half(m, low), 0x1p-128));
    return math_two_sum(m, b.hi, b.lo);
}

/* Payne and Hanek: of x 2/pi only the bits that matter. x = whole 2^e, and bits
 * of 2/pi that make multiples of 4 with it are left out, as are those that come
 * too late. */
static struct reduced_angle reduce_large(struct math *m, int x)
{
    struct kir_func *f = m->f;
    int bits = kir_bitcast(f, KIR_I64, x), word[WORDS], high, low, up;
    int first = op64(m, KIR_SUB, shift64(m, KIR_SHR, bits, 52),
                     kir_int(f, KIR_I64, 1045));
    int whole = op64(m, KIR_AND, kir_cast(f, KIR_U64, bits),
                     u64(m, UINT64_C(0xfffffffffffff)));
    struct math_pair part;
    struct reduced_angle d;

    window(m, first, word);
    multiply(m, word, op64(m, KIR_OR, whole, u64(m, UINT64_C(1) << 52)));
    high = op64(m, KIR_OR, shift64(m, KIR_SHL, word[0], 34),
                shift64(m, KIR_SHL, word[1], 2));
    high = op64(m, KIR_OR, high, shift64(m, KIR_SHR, word[2], 30));
    low = op64(m, KIR_OR, shift64(m, KIR_SHL, word[2], 34),
               shift64(m, KIR_SHL, word[3], 2));
    low = op64(m, KIR_OR, low, shift64(m, KIR_SHR, word[4], 30));
    up = shift64(m, KIR_SHR, high, 63);
    d.quadrant = kir_cast(
        f, KIR_I32, op64(m, KIR_ADD, shift64(m, KIR_SHR, word[0], 30), up));
    part = fraction_of(m, high, low);
    d.r = math_two_product(m, part.hi, math_num(m, HALF_PI[0]));
    d.r.lo = math_fma(m, part.hi, math_num(m, HALF_PI[1]), d.r.lo);
    d.r.lo = math_fma(m, part.lo, math_num(m, HALF_PI[0]), d.r.lo);
    return d;
}

static void keep(struct math *m, const int *variable, struct reduced_angle d)
{
    kir_set(m->f, variable[0], d.r.hi);
    kir_set(m->f, variable[1], d.r.lo);
    kir_set(m->f, variable[2], d.quadrant);
}

/* Large arguments are rare and costly: a branch. */
static struct reduced_angle reduce(struct math *m, int x)
{
    int variable[3] = {kir_variable(m->f, "angle", KIR_F64),
                       kir_variable(m->f, "angle_low", KIR_F64),
                       kir_variable(m->f, "quadrant", KIR_I32)};
    int size = math_abs(m, x);
    struct reduced_angle d;

    kir_if(m->f, math_less(m, size, math_num(m, 0x1p30)));
    keep(m, variable, reduce_small(m, size));
    kir_else(m->f);
    keep(m, variable, reduce_large(m, size));
    kir_end(m->f);
    d.r.hi = kir_get(m->f, variable[0]);
    d.r.lo = kir_get(m->f, variable[1]);
    d.quadrant = kir_get(m->f, variable[2]);
    return d;
}

/* Sine and cosine ---------------------------------------------------------- */

/* The series, |r| <= pi/4: what is left out is below 2^-60. */
static const double sin_terms[] = {-1.0 / 6,
                                   1.0 / 120,
                                   -1.0 / 5040,
                                   1.0 / 362880,
                                   -1.0 / 39916800,
                                   1.0 / 6227020800.,
                                   -1.0 / 1307674368000.,
                                   1.0 / 355687428096000.};
static const double cos_terms[] = {1.0 / 24,
                                   -1.0 / 720,
                                   1.0 / 40320,
                                   -1.0 / 3628800,
                                   1.0 / 479001600,
                                   -1.0 / 87178291200.,
                                   1.0 / 20922789888000.,
                                   -1.0 / 6402373705728000.};

/* r - ((z (lo/2 - z r P) - lo) - z r c): the small parts first, r last. */
static struct math_pair sin_near(struct math *m, struct math_pair r)
{
    int z = math_mul(m, r.hi, r.hi), v = math_mul(m, z, r.hi), sum;

    sum = math_mul(m, v, math_poly(m, z, 7, sin_terms + 1));
    sum = math_fma(m, r.lo, math_num(m, 0.5), math_neg(m, sum));
    sum = math_fma(m, z, sum, math_neg(m, r.lo));
    sum = math_fma(m, math_neg(m, v), math_num(m, sin_terms[0]), sum);
    return (struct math_pair){r.hi, math_neg(m, sum)};
}

static struct math_pair cos_near(struct math *m, struct math_pair r)
{
    int z = math_mul(m, r.hi, r.hi), one = math_num(m, 1);
    int half = math_mul(m, z, math_num(m, 0.5));
    int w = math_sub(m, one, half), sum;

    sum = math_mul(m, math_mul(m, z, z), math_poly(m, z, 8, cos_terms));
    sum = math_fma(m, math_neg(m, r.hi), r.lo, sum);
    sum = math_add(m, math_sub(m, math_sub(m, one, w), half), sum);
    return (struct math_pair){w, sum};
}

static int pair_sum(struct math *m, struct math_pair a)
{
    return math_add(m, a.hi, a.lo);
}

static int bit_is_set(struct math *m, int word, int bit)
{
    int one = kir_int(m->f, KIR_I32, bit);

    word = kir_binary(m->f, KIR_AND, word, one);
    return kir_binary(m->f, KIR_EQ, word, one);
}

/* NaN at the infinities; x where it is so small that it is the result. */
static int trig_limits(struct math *m, int x, int result, bool odd)
{
    int size = math_abs(m, x);

    if (odd)
        result =
            math_select(m, math_less(m, size, math_num(m, 0x1p-28)), x, result);
    return math_select(m, math_less(m, size, math_num(m, INFINITY)), result,
                       math_sub(m, x, x));
}

/* sin(r + quadrant pi/2). */
static int sin_at(struct math *m, struct math_pair r, int quadrant)
{
    int result =
        math_select(m, bit_is_set(m, quadrant, 1), pair_sum(m, cos_near(m, r)),
                    pair_sum(m, sin_near(m, r)));

    return math_select(m, bit_is_set(m, quadrant, 2), math_neg(m, result),
                       result);
}

static int with_sign_of(struct math *m, int result, int x)
{
    int negative = math_less(m, x, math_num(m, 0));

    return math_select(m, negative, math_neg(m, result), result);
}

int math_sin(struct math *m, int x)
{
    struct reduced_angle d = reduce(m, x);
    int result = sin_at(m, d.r, d.quadrant);

    return trig_limits(m, x, with_sign_of(m, result, x), true);
}

int math_cos(struct math *m, int x)
{
    struct reduced_angle d = reduce(m, x);
    int next = kir_binary(m->f, KIR_ADD, d.quadrant, kir_int(m->f, KIR_I32, 1));

    return trig_limits(m, x, sin_at(m, d.r, next), false);
}

static struct math_pair tidy(struct math *m, struct math_pair a)
{
    return math_two_sum(m, a.hi, a.lo);
}

static struct math_pair select_pair(struct math *m, int test,
                                    struct math_pair yes, struct math_pair no)
{
    return (struct math_pair){math_select(m, test, yes.hi, no.hi),
                              math_select(m, test, yes.lo, no.lo)};
}

/* s/c, or -c/s in odd quadrants: the quotient of pairs. */
int math_tan(struct math *m, int x)
{
    struct reduced_angle d = reduce(m, x);
    struct math_pair s = tidy(m, sin_near(m, d.r));
    struct math_pair c = tidy(m, cos_near(m, d.r)), top, bottom;
    int turned = bit_is_set(m, d.quadrant, 1), q;

    top = (struct math_pair){math_neg(m, c.hi), math_neg(m, c.lo)};
    top = select_pair(m, turned, top, s);
    bottom = select_pair(m, turned, s, c);
    q = math_quotient(m, top, bottom);
    return trig_limits(m, x, with_sign_of(m, q, x), true);
}

/* Inverses ----------------------------------------------------------------- */

/* (asin(s) - s) / s^3 in s^2 on [0, 1/4]: interpolated at Chebyshev's points;
 * relative error of asin 2^-57. */
static const double asin_terms[] = {
    0x1.5555555555556p-3, 0x1.3333333332ecap-4, 0x1.6db6db6e31f13p-5,
    0x1.f1c71c1db0623p-6, 0x1.6e8bb1c8209a2p-6, 0x1.1c4d35cf95421p-6,
    0x1.c9cf07674736ap-7, 0x1.782651caa6547p-7, 0x1.52420b04b37bep-7,
    0x1.65a9c4dfcf8b2p-8, 0x1.1d189408314eep-6, -0x1.e6aaa8a0a04ccp-7,
    0x1.d72b2bc8155f8p-6};

/* asin(s) - s for s^2 = z <= 1/4. */
static int asin_tail(struct math *m, int s, int z)
{
    return math_mul(m, math_mul(m, s, z), math_poly(m, z, 13, asin_terms));
}

/* asin(sqrt((1 - |x|) / 2)) as a pair, for |x| >= 1/2. */
static struct math_pair asin_of_half(struct math *m, int size)
{
    int z = math_mul(m, math_sub(m, math_num(m, 1), size), math_num(m, 0.5));
    int s = kir_unary(m->f, KIR_SQRT, z), zero = math_num(m, 0), rest;

    rest = math_div(m, math_fma(m, math_neg(m, s), s, z), math_add(m, s, s));
    rest = math_select(m, kir_binary(m->f, KIR_EQ, s, zero), zero, rest);
    return (struct math_pair){s, math_add(m, rest, asin_tail(m, s, z))};
}

int math_asin(struct math *m, int x)
{
    int size = math_abs(m, x), near, far;
    struct math_pair half = asin_of_half(m, size), sum;

    near = math_add(m, size, asin_tail(m, size, math_mul(m, size, size)));
    sum = math_two_sum(m, math_num(m, HALF_PI[0]),
                       math_mul(m, half.hi, math_num(m, -2)));
    far = math_fma(m, half.lo, math_num(m, -2), math_num(m, HALF_PI[1]));
    far = math_add(m, sum.hi, math_add(m, sum.lo, far));
    near = math_select(m, math_less(m, size, math_num(m, 0.5)), near, far);
    return kir_binary(m->f, KIR_COPYSIGN, near, x);
}

int math_acos(struct math *m, int x)
{
    int size = math_abs(m, x), near, right, left, far;
    struct math_pair half = asin_of_half(m, size);

    near = math_sub(m, math_num(m, HALF_PI[1]),
                    asin_tail(m, x, math_mul(m, x, x)));
    near = math_sub(m, math_num(m, HALF_PI[0]), math_sub(m, x, near));
    right = math_add(m, half.hi, half.lo);
    right = math_add(m, right, right);
    left = math_sub(m, half.lo, math_num(m, HALF_PI[1]));
    left = math_sub(m, math_num(m, HALF_PI[0]), math_add(m, half.hi, left));
    left = math_add(m, left, left);
    far = math_select(m, math_less(m, x, math_num(m, 0)), left, right);
    return math_select(m, math_less(m, size, math_num(m, 0.5)), near, far);
}

/* (atan(t) - t) / t^3 in t^2, |t| <= 7/16: as above, 2^-60. */
static const double atan_terms[] = {
    -0x1.5555555555555p-2, 0x1.99999999998c5p-3,  -0x1.2492492485503p-3,
    0x1.c71c71bd2b8bcp-4,  -0x1.745d154c84f7ap-4, 0x1.3b1375ce5bdc6p-4,
    -0x1.110c9ce7b0572p-4, 0x1.e170800a46210p-5,  -0x1.ab59b417b2d3fp-5,
    0x1.7001816fd063fp-5,  -0x1.0f62bba6a2558p-5, 0x1.e4167464d3de8p-7};

/* atan(x) = atan(c) + atan((x - c) / (1 + c x)), c the first whose limit is
 * above x; the last is infinity, where the quotient is -1 / x. */
static const struct {
    double limit, c, atan, atan_low;
} atan_row[] = {
    {7.0 / 16, 0, 0, 0},
    {11.0 / 16, 0.5, 0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {19.0 / 16, 1, 0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
    {39.0 / 16, 1.5, 0x1.f730bd281f69bp-1, 0x1.007887af0cbbdp-56},
};

static int atan_positive(struct math *m, int x)
{
    int top = math_num(m, -1), bottom = x, one = math_num(m, 1);
    int base = math_num(m, HALF_PI[0]), low = math_num(m, HALF_PI[1]), t, z;

    for (int i = 3; i >= 0; i--) {
        int inside = math_less(m, x, math_num(m, atan_row[i].limit));
        int c = math_num(m, atan_row[i].c);

        top = math_select(m, inside, math_sub(m, x, c), top);
        bottom = math_select(m, inside, math_fma(m, c, x, one), bottom);
        base = math_select(m, inside, math_num(m, atan_row[i].atan), base);
        low = math_select(m, inside, math_num(m, atan_row[i].atan_low), low);
    }
    t = math_div(m, top, bottom);
    z = math_mul(m, t, t);
    low = math_fma(m, math_mul(m, t, z), math_poly(m, z, 12, atan_terms), low);
    return math_add(m, base, math_add(m, t, low));
}

int math_atan(struct math *m, int x)
{
    int result = atan_positive(m, math_abs(m, x));

    return kir_binary(m->f, KIR_COPYSIGN, result, x);
}

int math_atan2(struct math *m, int y, int x)
{
    struct kir_func *f = m->f;
    int up = math_abs(m, y), right = math_abs(m, x), zero = math_num(m, 0);
    int infinity = math_num(m, INFINITY), quotient, angle, turned, left;

    quotient = math_div(m, up, right);
    quotient = math_select(m, kir_binary(f, KIR_EQ, up, zero), zero, quotient);
    quotient =
        math_select(m,
                    kir_binary(f, KIR_AND, kir_binary(f, KIR_EQ, up, infinity),
                               kir_binary(f, KIR_EQ, right, infinity)),
                    math_num(m, 1), quotient);
    angle = atan_positive(m, quotient);
    turned = math_sub(m, math_num(m, 2 * HALF_PI[0]),
                      math_sub(m, angle, math_num(m, 2 * HALF_PI[1])));
    left = kir_binary(f, KIR_LT, kir_bitcast(f, KIR_I64, x),
                      kir_int(f, KIR_I64, 0));
    angle = math_select(m, left, turned, angle);
    angle = kir_binary(f, KIR_COPYSIGN, angle, y);
    return math_unless_nan(m, x, math_unless_nan(m, y, angle));
}
