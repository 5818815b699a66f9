/* exp, log and what follows from them. */
#include "backends/math/local.h"

#include <math.h>

/* ln 2 = LN2 + LN2_LOW; LN2_SHORT + LN2_REST, where a product of LN2_SHORT with
 * an exponent is exact; 1/ln 2 and log10 of 2 and e as pairs. */
static const double LN2 = 0x1.62e42fefa39efp-1, LN2_LOW = 0x1.abc9e3b39803fp-56;
static const double LN2_SHORT = 0x1.62e42feep-1,
                    LN2_REST = 0x1.a39ef35793c76p-33;
static const double LOG2_E = 0x1.71547652b82fep+0,
                    LOG2_E_LOW = 0x1.777d0ffda0d24p-56;
static const double LOG10_E = 0x1.bcb7b1526e50ep-2,
                    LOG10_E_LOW = 0x1.95355baaafad3p-57;
static const double LOG10_2 = 0x1.34413509f79ffp-2,
                    LOG10_2_LOW = -0x1.9dc1da994fd21p-59;

/* The exponential ---------------------------------------------------------- */

/* exp(r) - 1 as a pair = r + r^2 (1/2! + r/3! + …), |r| <= ln(2)/2: the first
 * term left out is below 2^-59 of the result. */
static const double exp_terms[] = {
    1.0 / 2,           1.0 / 6,        1.0 / 24,        1.0 / 120,
    1.0 / 720,         1.0 / 5040,     1.0 / 40320,     1.0 / 362880,
    1.0 / 3628800,     1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800,
    1.0 / 87178291200,
};

static struct math_pair exp_minus_one(struct math *m, struct math_pair r)
{
    int tail = math_poly(m, r.hi, 13, exp_terms);
    int low = math_fma(m, r.lo, r.hi, r.lo);

    low = math_fma(m, math_mul(m, r.hi, r.hi), tail, low);
    return (struct math_pair){r.hi, low};
}

/* a + e, rounded once or nearly so. */
static int plus_pair(struct math *m, int a, struct math_pair e)
{
    struct math_pair sum = math_two_sum(m, a, e.hi);

    return math_add(m, sum.hi, math_add(m, sum.lo, e.lo));
}

/* x - k ln 2 for the nearest whole k. x.hi - k LN2 is exact. */
static struct math_pair exp_reduce(struct math *m, struct math_pair x, int *k)
{
    int whole =
        kir_unary(m->f, KIR_RINT, math_mul(m, x.hi, math_num(m, LOG2_E)));
    int minus = math_neg(m, whole);
    int hi = math_fma(m, minus, math_num(m, LN2), x.hi);
    int lo = math_fma(m, minus, math_num(m, LN2_LOW), x.lo);

    *k = kir_cast(m->f, KIR_I32, whole);
    return math_two_sum(m, hi, lo);
}

int math_exp_pair(struct math *m, struct math_pair x, int scale)
{
    int k;
    struct math_pair r = exp_reduce(m, x, &k);
    int y = plus_pair(m, math_num(m, 1), exp_minus_one(m, r));

    return math_scale(
        m, y, kir_binary(m->f, KIR_ADD, k, kir_int(m->f, KIR_I32, scale)));
}

static int clamp(struct math *m, int x, double lo, double hi)
{
    x = kir_binary(m->f, KIR_MAX, x, math_num(m, lo));
    return kir_binary(m->f, KIR_MIN, x, math_num(m, hi));
}

int math_exp_scaled(struct math *m, int x, int scale)
{
    struct math_pair pair = {clamp(m, x, -900, 900), math_num(m, 0)};

    return math_unless_nan(m, x, math_exp_pair(m, pair, scale));
}

int math_exp(struct math *m, int x)
{
    return math_exp_scaled(m, x, 0);
}

int math_exp2(struct math *m, int x)
{
    int near = clamp(m, x, -1300, 1300);
    int k = kir_unary(m->f, KIR_RINT, near);
    int r = math_sub(m, near, k);
    struct math_pair t = math_two_product(m, r, math_num(m, LN2));
    int y;

    t.lo = math_fma(m, r, math_num(m, LN2_LOW), t.lo);
    y = plus_pair(m, math_num(m, 1), exp_minus_one(m, t));
    y = math_scale(m, y, kir_cast(m->f, KIR_I32, k));
    return math_unless_nan(m, x, y);
}

/* x itself where it is so small that sign and last bit must survive. */
static int unless_tiny(struct math *m, int x, int result)
{
    int tiny = math_less(m, math_abs(m, x), math_num(m, 0x1p-54));

    return math_unless_nan(m, x, math_select(m, tiny, x, result));
}

/* exp(x) - 1 as a pair: 2 (2^(k-1) (exp(r) - 1) + (2^(k-1) - 1/2)), where
 * 2^1024 never appears. */
static struct math_pair expm1_pair(struct math *m, int x)
{
    struct math_pair pair = {clamp(m, x, -60, 710), math_num(m, 0)}, e, sum;
    int k, s;

    e = exp_minus_one(m, exp_reduce(m, pair, &k));
    s = math_power(m, kir_binary(m->f, KIR_SUB, k, kir_int(m->f, KIR_I32, 1)));
    sum =
        math_two_sum(m, math_sub(m, s, math_num(m, 0.5)), math_mul(m, s, e.hi));
    sum.lo = math_fma(m, s, e.lo, sum.lo);
    sum = math_two_sum(m, sum.hi, sum.lo);
    return (struct math_pair){math_add(m, sum.hi, sum.hi),
                              math_add(m, sum.lo, sum.lo)};
}

int math_expm1(struct math *m, int x)
{
    return unless_tiny(m, x, expm1_pair(m, x).hi);
}

/* With t = exp(|x|) - 1: (t + t / (t + 1)) / 2. */
int math_sinh(struct math *m, int x)
{
    int size = math_abs(m, x), part, result, large;
    struct math_pair t = expm1_pair(m, size), sum;

    sum = math_two_sum(m, t.hi, math_num(m, 1));
    sum.lo = math_add(m, sum.lo, t.lo);
    part = math_quotient(m, t, sum);
    sum = math_two_sum(m, t.hi, part);
    result = math_add(m, sum.hi, math_add(m, sum.lo, t.lo));
    result = math_mul(m, math_num(m, 0.5), result);
    large = math_exp_scaled(m, size, -1);
    result = math_select(m, math_less(m, size, math_num(m, 22)), result, large);
    return unless_tiny(m, x, kir_binary(m->f, KIR_COPYSIGN, result, x));
}

int math_cosh(struct math *m, int x)
{
    int half = math_exp_scaled(m, math_abs(m, x), -1);

    return math_add(m, half, math_div(m, math_num(m, 0.25), half));
}

/* With t = exp(2|x|) - 1: 1 - 2 / (t + 2); below 1, with t = exp(-2|x|) - 1:
 * -t / (t + 2). */
int math_tanh(struct math *m, int x)
{
    int size = math_abs(m, x), two = math_num(m, 2), zero = math_num(m, 0);
    int small = math_less(m, size, math_num(m, 1));
    int twice = math_add(m, size, size), part, result;
    struct math_pair t, top, bottom;

    t = expm1_pair(m, math_select(m, small, math_neg(m, twice), twice));
    top.hi = math_select(m, small, math_neg(m, t.hi), two);
    top.lo = math_select(m, small, math_neg(m, t.lo), zero);
    bottom = math_two_sum(m, t.hi, two);
    bottom.lo = math_add(m, bottom.lo, t.lo);
    part = math_quotient(m, top, bottom);
    result = math_select(m, small, part, math_sub(m, math_num(m, 1), part));
    result = math_select(m, math_less(m, size, math_num(m, 25)), result,
                         math_num(m, 1));
    return unless_tiny(m, x, kir_binary(m->f, KIR_COPYSIGN, result, x));
}

/* The logarithm ------------------------------------------------------------ */

/* x = f 2^k, f in [sqrt(1/2), sqrt(2)); x is positive and finite. */
struct float_parts {
    int fraction, exponent; /* f64 both */
};

static struct float_parts take_apart(struct math *m, int x)
{
    struct kir_func *f = m->f;
    int tiny = math_less(m, x, math_num(m, 0x1p-1022));
    int shift = kir_int(f, KIR_I32, 52), bits, k;
    struct float_parts p;

    x = math_select(m, tiny, math_mul(m, x, math_num(m, 0x1p54)), x);
    bits = kir_bitcast(f, KIR_I64, x);
    k = kir_binary(f, KIR_SUB, bits, kir_int(f, KIR_I64, 0x3fe6a09e667f3bcd));
    k = kir_binary(f, KIR_SHR, k, shift);
    bits = kir_binary(f, KIR_SUB, bits, kir_binary(f, KIR_SHL, k, shift));
    p.fraction = kir_bitcast(f, KIR_F64, bits);
    p.exponent =
        math_add(m, kir_cast(f, KIR_F64, k),
                 math_select(m, tiny, math_num(m, -54), math_num(m, 0)));
    return p;
}

/* log(1 + f) = 2 s + s (2/3 z + 2/5 z^2 + …), s = f / (2 + f), z = s^2. */
static const double log_terms[] = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,
                                   2.0 / 11, 2.0 / 13, 2.0 / 15, 2.0 / 17,
                                   2.0 / 19, 2.0 / 21, 2.0 / 23};

/* log(f 2^k) + low, as f - (f^2/2 - (s (f^2/2 + R) + k ln 2 + low)): what is
 * rounded first is small. */
static int log_sum(struct math *m, struct float_parts p, int low)
{
    int f = math_sub(m, p.fraction, math_num(m, 1));
    int s = math_div(m, f, math_add(m, f, math_num(m, 2)));
    int z = math_mul(m, s, s), half, rest, sum;

    rest = math_mul(m, z, math_poly(m, z, 11, log_terms));
    half = math_mul(m, math_mul(m, math_num(m, 0.5), f), f);
    low = math_fma(m, p.exponent, math_num(m, LN2_REST), low);
    sum = math_fma(m, s, math_add(m, half, rest), low);
    sum = math_sub(m, math_sub(m, half, sum), f);
    return math_fma(m, p.exponent, math_num(m, LN2_SHORT), math_neg(m, sum));
}

/* A logarithm at 0, at negative numbers, infinity and NaN. */
static int log_specials(struct math *m, int x, int result)
{
    int zero = math_num(m, 0), infinity = math_num(m, INFINITY);

    result = math_select(m, math_less(m, x, infinity), result, x);
    result = math_select(m, math_less(m, x, zero), math_num(m, NAN), result);
    return math_select(m, kir_binary(m->f, KIR_EQ, x, zero),
                       math_num(m, -INFINITY), result);
}

int math_log(struct math *m, int x)
{
    return log_specials(m, x, log_sum(m, take_apart(m, x), math_num(m, 0)));
}

/* 1 + x as u + c: log(u) + c / u. */
int math_log1p(struct math *m, int x)
{
    int one = math_num(m, 1), zero = math_num(m, 0), result;
    struct math_pair u = math_two_sum(m, one, x);
    int low = math_div(m, u.lo, u.hi);

    result = log_sum(m, take_apart(m, u.hi), low);
    result = math_select(m, math_less(m, x, math_num(m, INFINITY)), result, x);
    result = math_select(m, math_less(m, u.hi, zero), math_num(m, NAN), result);
    result = math_select(m, kir_binary(m->f, KIR_EQ, u.hi, zero),
                         math_num(m, -INFINITY), result);
    return unless_tiny(m, x, result);
}

/* (f - 1) / (f + 1) as a pair. */
static struct math_pair log_quotient(struct math *m, int fraction)
{
    int f = math_sub(m, fraction, math_num(m, 1)), two = math_num(m, 2);
    int d = math_add(m, f, two), d_low = math_sub(m, f, math_sub(m, d, two));
    int s = math_div(m, f, d), minus = math_neg(m, s), rest;

    rest = math_fma(m, minus, d_low, math_fma(m, minus, d, f));
    return (struct math_pair){s, math_div(m, rest, d)};
}

/* log of the fraction to about 2^-66: 2 s + s z (2/3 + z P), the parts before P
 * as pairs. `big` and `small` are the two summands. */
static void log_precise(struct math *m, int fraction, struct math_pair *big,
                        struct math_pair *small)
{
    struct math_pair s = log_quotient(m, fraction);
    struct math_pair z = math_two_product(m, s.hi, s.hi), w, c, t;
    int two_thirds = math_num(m, 2.0 / 3), p;

    z.lo = math_fma(m, math_add(m, s.hi, s.hi), s.lo, z.lo);
    p = math_poly(m, z.hi, 10, log_terms + 1);
    t = math_two_product(m, z.hi, p);
    t.lo = math_add(m, math_fma(m, z.lo, p, t.lo),
                    math_num(m, 0x1.5555555555555p-55));
    c = math_two_sum(m, two_thirds, t.hi);
    c.lo = math_add(m, c.lo, t.lo);
    w = math_two_product(m, s.hi, z.hi);
    w.lo = math_add(m, w.lo, math_fma(m, s.hi, z.lo, math_mul(m, s.lo, z.hi)));
    *small = math_two_product(m, w.hi, c.hi);
    small->lo = math_add(m, small->lo,
                         math_fma(m, w.hi, c.lo, math_mul(m, w.lo, c.hi)));
    *big = (struct math_pair){math_add(m, s.hi, s.hi), math_add(m, s.lo, s.lo)};
}

static struct math_pair pair_add(struct math *m, struct math_pair a, int b)
{
    struct math_pair sum = math_two_sum(m, a.hi, b);

    sum.lo = math_add(m, sum.lo, a.lo);
    return sum;
}

static struct math_pair pair_tidy(struct math *m, struct math_pair a)
{
    return math_two_sum(m, a.hi, a.lo);
}

/* log(f 2^k) as a pair; with exponent -1, of the fraction alone. */
static struct math_pair log_pair(struct math *m, int fraction, int exponent)
{
    struct math_pair big, small, sum;

    log_precise(m, fraction, &big, &small);
    sum = big;
    if (exponent >= 0) {
        sum = math_two_sum(m, math_mul(m, exponent, math_num(m, LN2_SHORT)),
                           big.hi);
        sum.lo = math_add(m, sum.lo, big.lo);
    }
    sum = pair_add(m, sum, small.hi);
    sum.lo = math_add(m, sum.lo, small.lo);
    if (exponent >= 0)
        sum = pair_add(m, sum, math_mul(m, exponent, math_num(m, LN2_REST)));
    return pair_tidy(m, sum);
}

/* a (hi + low), both to twice the precision. */
static struct math_pair pair_times(struct math *m, struct math_pair a,
                                   double hi, double low)
{
    int factor = math_num(m, hi);
    struct math_pair p = math_two_product(m, a.hi, factor);

    p.lo = math_fma(m, a.lo, factor, p.lo);
    p.lo = math_fma(m, a.hi, math_num(m, low), p.lo);
    return p;
}

int math_log2(struct math *m, int x)
{
    struct float_parts p = take_apart(m, x);
    struct math_pair l =
        pair_times(m, log_pair(m, p.fraction, -1), LOG2_E, LOG2_E_LOW);
    struct math_pair sum = math_two_sum(m, p.exponent, l.hi);

    return log_specials(m, x, math_add(m, sum.hi, math_add(m, sum.lo, l.lo)));
}

int math_log10(struct math *m, int x)
{
    struct float_parts p = take_apart(m, x);
    struct math_pair l =
        pair_times(m, log_pair(m, p.fraction, -1), LOG10_E, LOG10_E_LOW);
    struct math_pair k = {p.exponent, math_num(m, 0)}, sum;
    int low;

    k = pair_times(m, k, LOG10_2, LOG10_2_LOW);
    sum = math_two_sum(m, k.hi, l.hi);
    low = math_add(m, sum.lo, math_add(m, k.lo, l.lo));
    return log_specials(m, x, math_add(m, sum.hi, low));
}

/* Powers ------------------------------------------------------------------- */

static int is_whole(struct math *m, int x)
{
    return kir_binary(m->f, KIR_EQ, kir_unary(m->f, KIR_TRUNC, x), x);
}

static int both(struct math *m, int p, int q)
{
    return kir_binary(m->f, KIR_AND, p, q);
}

static int same_sign(struct math *m, int p, int q)
{
    return kir_unary(m->f, KIR_NOT, kir_binary(m->f, KIR_XOR, p, q));
}

/* |x|^y for finite |x| > 0: exp(y log|x|). */
static int pow_size(struct math *m, int size, int y)
{
    struct float_parts p = take_apart(m, size);
    struct math_pair l = log_pair(m, p.fraction, p.exponent);
    struct math_pair t = math_two_product(m, y, l.hi);
    int far;

    t.lo = math_fma(m, y, l.lo, t.lo);
    far = math_less(m, math_num(m, 800), math_abs(m, t.hi));
    t.hi = clamp(m, t.hi, -800, 800);
    t.lo = math_select(m, far, math_num(m, 0), t.lo);
    return math_exp_pair(m, t, 0);
}

/* What does not follow from the logarithm, for |x|: at 0, infinity, 1. */
static int pow_limits(struct math *m, int size, int y, int result)
{
    struct kir_func *f = m->f;
    int zero = math_num(m, 0), one = math_num(m, 1);
    int infinity = math_num(m, INFINITY);
    int grows = math_less(m, one, size), up = math_less(m, zero, y);
    int large = math_select(m, same_sign(m, grows, up), infinity, zero);
    int edge = kir_binary(f, KIR_OR, kir_binary(f, KIR_EQ, size, zero),
                          kir_binary(f, KIR_EQ, size, infinity));

    edge = kir_binary(f, KIR_OR, edge,
                      kir_binary(f, KIR_EQ, math_abs(m, y), infinity));
    result = math_select(m, edge, large, result);
    return math_select(m, kir_binary(f, KIR_EQ, size, one), one, result);
}

int math_pow(struct math *m, int x, int y)
{
    struct kir_func *f = m->f;
    int size = math_abs(m, x), zero = math_num(m, 0), one = math_num(m, 1);
    int whole = is_whole(m, y), odd, bad, result;

    result = pow_limits(m, size, y, pow_size(m, size, y));
    odd = kir_unary(f, KIR_NOT, is_whole(m, math_mul(m, y, math_num(m, 0.5))));
    odd = both(m, whole, odd);
    result =
        math_select(m, odd, kir_binary(f, KIR_COPYSIGN, result, x), result);
    bad = both(m, math_less(m, x, zero), kir_unary(f, KIR_NOT, whole));
    bad = both(m, bad, math_less(m, size, math_num(m, INFINITY)));
    result = math_select(m, bad, math_num(m, NAN), result);
    result = math_unless_nan(m, x, math_unless_nan(m, y, result));
    return math_select(m,
                       kir_binary(f, KIR_OR, kir_binary(f, KIR_EQ, x, one),
                                  kir_binary(f, KIR_EQ, y, zero)),
                       one, result);
}
