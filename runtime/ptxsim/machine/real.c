/*
 * Floating-point operations with a rounding that is not the processor's own
 * (real.h): each is computed exactly, as two numbers, and then rounded.
 */
#include "runtime/ptxsim/machine/real.h"
#include "runtime/ptxsim/text/text.h"

typedef unsigned __int128 wide;

/* sig * 2^exp; TOP is where the highest bit of a normalised sig is. */
struct number {
    bool negative;
    int exp;
    wide sig;
};

enum { TOP = 126 };

static double nan_value(void)
{
    return f64_of_bits(UINT64_C(0x7ff8000000000000));
}

static double infinity(bool negative)
{
    return f64_of_bits((uint64_t)negative << 63 | UINT64_C(0x7ff0000000000000));
}

static double zero(bool negative)
{
    return f64_of_bits((uint64_t)negative << 63);
}

static bool is_infinite(double a)
{
    return bits_of_f64(a) << 1 == UINT64_C(0x7ff0000000000000) << 1;
}

static bool is_negative(double a)
{
    return bits_of_f64(a) >> 63;
}

static int high_bit(wide sig)
{
    uint64_t high = (uint64_t)(sig >> 64);

    return high ? 127 - __builtin_clzll(high)
                : 63 - __builtin_clzll((uint64_t)sig);
}

/* Takes a finite value that is not zero apart. */
static struct number unpack(double a)
{
    uint64_t bits = bits_of_f64(a), field = bits << 12 >> 12;
    int biased = (int)(bits >> 52 & 0x7ff);

    if (biased)
        field |= UINT64_C(1) << 52;
    return (struct number){bits >> 63, (biased ? biased : 1) - 1075, field};
}

static struct number normalise(struct number n)
{
    int shift = TOP - high_bit(n.sig);

    n.sig <<= shift;
    n.exp -= shift;
    return n;
}

static bool rounds_up(wide rest, wide half, bool odd, bool negative,
                      enum real_round mode)
{
    if (rest == 0 || mode == REAL_RZ)
        return false;
    if (mode == REAL_RN)
        return rest > half || (rest == half && odd);
    return negative == (mode == REAL_RM);
}

static double overflow(bool negative, enum real_round mode, bool single)
{
    bool stays = mode == REAL_RZ || (mode == REAL_RM && !negative) ||
                 (mode == REAL_RP && negative);
    uint64_t largest =
        single ? UINT64_C(0x47efffffe0000000) : UINT64_C(0x7fefffffffffffff);

    if (!stays)
        return infinity(negative);
    return f64_of_bits((uint64_t)negative << 63 | largest);
}

/* 2^exp for a normal double. */
static double power(int exp)
{
    return f64_of_bits((uint64_t)(exp + 1023) << 52);
}

/* To the format's nearest value by the mode; the lowest bit of sig may stand
 * for all that is below it. sig must not be 0. */
static double round_number(struct number n, enum real_round mode, bool single)
{
    int digits = single ? 24 : 53, lowest = single ? -149 : -1074;
    int highest = single ? 127 : 1023;
    int last = n.exp + high_bit(n.sig) - digits + 1;
    wide kept, rest = 0, half = 1;

    if (last < lowest)
        last = lowest;
    int shift = last - n.exp;

    if (shift > 127) {
        kept = 0;
        rest = 1;
        half = 2;
    } else if (shift > 0) {
        kept = n.sig >> shift;
        rest = n.sig & (((wide)1 << shift) - 1);
        half = (wide)1 << (shift - 1);
    } else {
        kept = n.sig << -shift;
    }
    kept += rounds_up(rest, half, kept & 1, n.negative, mode);
    if (kept == 0)
        return zero(n.negative);
    if (last + high_bit(kept) > highest)
        return overflow(n.negative, mode, single);
    double size = (double)(uint64_t)kept;

    size = last < -1000 ? size * power(-1000) * power(last + 1000)
                        : size * power(last);
    return n.negative ? -size : size;
}

static wide shift_right_sticky(wide sig, int shift)
{
    if (shift > 127)
        return sig != 0;
    return sig >> shift | ((sig & (((wide)1 << shift) - 1)) != 0);
}

/* Both are normalised, so that bits are lost only where the sum has many more
 * than the format. */
static double add_numbers(struct number a, struct number b,
                          enum real_round mode, bool single)
{
    a = normalise(a);
    b = normalise(b);
    if (a.exp < b.exp || (a.exp == b.exp && a.sig < b.sig)) {
        struct number swap = a;

        a = b;
        b = swap;
    }
    b.sig = shift_right_sticky(b.sig, a.exp - b.exp);
    a.sig = a.negative == b.negative ? a.sig + b.sig : a.sig - b.sig;
    if (a.sig == 0)
        return zero(mode == REAL_RM);
    return round_number(a, mode, single);
}

double real_fma(double a, double b, double c, enum real_round mode, bool single)
{
    bool negative = is_negative(a) != is_negative(b);

    if (a != a || b != b || c != c)
        return nan_value();
    if (is_infinite(a) || is_infinite(b)) {
        if (a == 0 || b == 0 || (is_infinite(c) && is_negative(c) != negative))
            return nan_value();
        return infinity(negative);
    }
    if (is_infinite(c))
        return c;
    if (a == 0 || b == 0) {
        if (c != 0)
            return round_number(unpack(c), mode, single);
        return is_negative(c) == negative ? zero(negative)
                                          : zero(mode == REAL_RM);
    }
    struct number x = unpack(a), y = unpack(b);
    struct number product = {negative, x.exp + y.exp, x.sig * y.sig};

    if (c == 0)
        return round_number(product, mode, single);
    return add_numbers(product, unpack(c), mode, single);
}

double real_add(double a, double b, enum real_round mode, bool single)
{
    return real_fma(a, 1, b, mode, single);
}

double real_mul(double a, double b, enum real_round mode, bool single)
{
    bool negative = is_negative(a) != is_negative(b);

    return real_fma(a, b, zero(negative), mode, single);
}

double real_div(double a, double b, enum real_round mode, bool single)
{
    bool negative = is_negative(a) != is_negative(b);

    if (a != a || b != b || (a == 0 && b == 0) ||
        (is_infinite(a) && is_infinite(b)))
        return nan_value();
    if (is_infinite(a) || b == 0)
        return infinity(negative);
    if (a == 0 || is_infinite(b))
        return zero(negative);
    struct number x = normalise(unpack(a)), y = unpack(b);
    struct number ratio = {negative, x.exp - y.exp - 1, x.sig / y.sig};

    ratio.sig = ratio.sig << 1 | (x.sig % y.sig != 0);
    return round_number(ratio, mode, single);
}

/* Bit by bit, the lowest for what remains. */
static wide root_of(wide sig)
{
    wide root = 0;

    for (int k = 63; k >= 0; k--) {
        wide more = root | (wide)1 << k;

        if (more * more <= sig)
            root = more;
    }
    return root << 1 | (root * root != sig);
}

double real_sqrt(double a, enum real_round mode, bool single)
{
    if (a != a || (a < 0))
        return nan_value();
    if (a == 0 || is_infinite(a))
        return a;
    struct number n = normalise(unpack(a));

    if (n.exp & 1) {
        n.sig >>= 1;
        n.exp++;
    }
    n.sig = root_of(n.sig);
    n.exp = n.exp / 2 - 1;
    return round_number(n, mode, single);
}

double real_narrow(double a, enum real_round mode)
{
    if (a != a)
        return nan_value();
    if (a == 0 || is_infinite(a))
        return a;
    return round_number(unpack(a), mode, true);
}

double real_from_integer(bool negative, uint64_t magnitude,
                         enum real_round mode, bool single)
{
    if (magnitude == 0)
        return 0;
    return round_number((struct number){negative, 0, magnitude}, mode, single);
}

double real_integral(double a, enum real_round mode)
{
    if (a != a)
        return nan_value();
    if (a == 0 || is_infinite(a))
        return a;
    struct number n = unpack(a);
    int shift = -n.exp;

    if (shift <= 0)
        return a;
    wide rest, half, kept;

    if (shift > 60) {
        kept = 0;
        rest = 1;
        half = 2;
    } else {
        kept = n.sig >> shift;
        rest = n.sig & (((wide)1 << shift) - 1);
        half = (wide)1 << (shift - 1);
    }
    kept += rounds_up(rest, half, kept & 1, n.negative, mode);
    double size = (double)(uint64_t)kept;

    return n.negative ? f64_of_bits(bits_of_f64(size) | UINT64_C(1) << 63)
                      : size;
}

/* Functions ---------------------------------------------------------------- */

/* Sum of factor[k] x^k. */
static double polynomial(const double *factor, int count, double x)
{
    double sum = 0;

    for (int k = count - 1; k >= 0; k--)
        sum = sum * x + factor[k];
    return sum;
}

/* 2^a = 2^n e^(r ln 2), |r| <= 1/2, by Taylor's series. */
double real_exp2(double a)
{
    static const double factor[] = {1.0,
                                    1.0,
                                    1.0 / 2,
                                    1.0 / 6,
                                    1.0 / 24,
                                    1.0 / 120,
                                    1.0 / 720,
                                    1.0 / 5040,
                                    1.0 / 40320,
                                    1.0 / 362880,
                                    1.0 / 3628800,
                                    1.0 / 39916800,
                                    1.0 / 479001600};
    static const double ln2 = 0.693147180559945309417;

    if (a != a)
        return nan_value();
    if (a > 200)
        return infinity(false);
    if (a < -200)
        return 0;
    double whole = real_integral(a, REAL_RN);

    return power((int)whole) * polynomial(factor,
                                          sizeof factor / sizeof *factor,
                                          (a - whole) * ln2);
}

/* ln m = 2 artanh((m - 1) / (m + 1)), m from sqrt(1/2) to sqrt(2). */
double real_log2(double a)
{
    static const double factor[] = {1.0,      1.0 / 3,  1.0 / 5,  1.0 / 7,
                                    1.0 / 9,  1.0 / 11, 1.0 / 13, 1.0 / 15,
                                    1.0 / 17, 1.0 / 19, 1.0 / 21};
    static const double log2e = 1.442695040888963407360;

    if (a != a || a < 0)
        return nan_value();
    if (a == 0)
        return infinity(true);
    if (is_infinite(a))
        return a;
    int exp = (int)(bits_of_f64(a) >> 52) - 1023;
    double m = f64_of_bits((bits_of_f64(a) << 12 >> 12) | UINT64_C(1023) << 52);

    if (m > 1.41421356237309504880) {
        m /= 2;
        exp++;
    }
    double s = (m - 1) / (m + 1);

    return exp + 2 * log2e * s *
                     polynomial(factor, sizeof factor / sizeof *factor, s * s);
}

/* a = (quadrant + r') pi/2; r' pi/2 from -pi/4 to pi/4. The product with 2/pi
 * is computed in integers modulo 4, so that large arguments lose nothing. */
static double reduce(double a, int *quadrant)
{
    static const uint32_t two_over_pi[] = {0xa2f9836e, 0x4e441529, 0xfc2757d1,
                                           0xf534ddc0, 0xdb629599, 0x3c439041,
                                           0xfe5163ab, 0xdebbc561};
    static const double half_pi = 1.57079632679489661923;
    double size = a < 0 ? -a : a;

    *quadrant = 0;
    if (size < 0.5)
        return a;
    uint64_t m = (bits_of_f64(size) << 12 >> 12 | UINT64_C(1) << 52) >> 29;
    int exp = (int)(bits_of_f64(size) >> 52) - 1023 - 23;
    int skip = exp < 2 ? 0 : exp - 2;
    wide window = 0;

    for (int k = 0; k < 96; k++) {
        int at = skip + k;

        window = window << 1 | (two_over_pi[at / 32] >> (31 - at % 32) & 1);
    }
    int scale = skip + 96 - exp;
    wide product = m * window;
    int quarter = (int)(product >> scale & 3);
    double rest = (double)(uint64_t)((product & (((wide)1 << scale) - 1)) >>
                                     (scale - 62)) *
                  power(-62);

    if (rest > 0.5) {
        rest -= 1;
        quarter++;
    }
    *quadrant = (a < 0 ? -quarter : quarter) & 3;
    return (a < 0 ? -rest : rest) * half_pi;
}

static double sin_part(double x)
{
    static const double factor[] = {1.0,
                                    -1.0 / 6,
                                    1.0 / 120,
                                    -1.0 / 5040,
                                    1.0 / 362880,
                                    -1.0 / 39916800,
                                    1.0 / 6227020800.0,
                                    -1.0 / 1307674368000.0};

    return x * polynomial(factor, sizeof factor / sizeof *factor, x * x);
}

static double cos_part(double x)
{
    static const double factor[] = {1.0,
                                    -1.0 / 2,
                                    1.0 / 24,
                                    -1.0 / 720,
                                    1.0 / 40320,
                                    -1.0 / 3628800,
                                    1.0 / 479001600,
                                    -1.0 / 87178291200.0,
                                    1.0 / 20922789888000.0};

    return polynomial(factor, sizeof factor / sizeof *factor, x * x);
}

static double wave(double a, int phase)
{
    int quadrant;

    if (a != a || is_infinite(a))
        return nan_value();
    double r = reduce(a, &quadrant);

    quadrant = (quadrant + phase) & 3;
    double value = quadrant & 1 ? cos_part(r) : sin_part(r);

    return quadrant & 2 ? -value : value;
}

double real_sin(double a)
{
    return wave(a, 0);
}

double real_cos(double a)
{
    return wave(a, 1);
}

double real_tanh(double a)
{
    static const double factor[] = {1.0,         -1.0 / 3,    2.0 / 15,
                                    -17.0 / 315, 62.0 / 2835, -1382.0 / 155925};
    static const double two_log2e = 2.885390081777926814720;

    if (a != a)
        return nan_value();
    if (a > 20 || a < -20)
        return a < 0 ? -1 : 1;
    if (a > -0.0625 && a < 0.0625)
        return a * polynomial(factor, sizeof factor / sizeof *factor, a * a);
    double t = real_exp2(a * two_log2e);

    return (t - 1) / (t + 1);
}
