#include "brush/boys.h"

#include <float.h>
#include <math.h>

/* Grid points per unit of T, and terms of the expansions: the first term left
 * out is (1/16)^8 / 8! = 6e-15 and (1/16)^5 / 5! = 8e-9. */
enum { GRID = 8, TERMS_F64 = 8, TERMS_F32 = 5 };

/* The greatest m for which F_m of f32 does not vanish at any T that occurs. */
enum { F32_SAFE_M = 4 };

static int terms_of(enum kir_type type)
{
    return type == KIR_F64 ? TERMS_F64 : TERMS_F32;
}

/* exp(-T) times the ascending series, all of whose terms are positive. */
static long double boys_series(int m, long double t)
{
    long double term = 1.0L / (2 * m + 1), sum = term;

    for (int i = m + 1; term > sum * LDBL_EPSILON / 4; i++) {
        term *= 2 * t / (2 * i + 1);
        sum += term;
    }
    return sum * expl(-t);
}

/* The factor of T^(-m - 1/2) in the asymptotic form: Gamma(m + 1/2) / 2. */
static double asymptotic_factor(int m)
{
    long double factor = sqrtl(acosl(-1.0L)) / 2;

    for (int i = 0; i < m; i++)
        factor *= i + 0.5L;
    return (double)factor;
}

/* The least multiple of 1 from which the asymptotic form is good: what it
 * leaves out is exp(-T) / 2T and smaller terms. */
static int limit_of(enum kir_type type, int m)
{
    double epsilon = type == KIR_F64 ? 1e-16 : 1e-8;
    int t = 1;

    while (exp(-t) / (2 * t) * (1 + (double)m / t) >
           epsilon * asymptotic_factor(m) * pow(t, -m - 0.5))
        t++;
    return t;
}

int boys_table(struct kir_func *f, const char *name, enum kir_type type,
               int m_max)
{
    int terms = terms_of(type), rows = limit_of(type, m_max) * GRID + 1;
    size_t count = (size_t)rows * (size_t)terms;
    double *wide = arena_alloc(f->module->arena, count * sizeof *wide);
    float *narrow = arena_alloc(f->module->arena, count * sizeof *narrow);

    for (int i = 0; i < rows; i++) {
        long double factorial = 1;

        for (int k = 0; k < terms; k++) {
            int at = i * terms + k;

            factorial *= k ? k : 1;
            wide[at] = (double)(boys_series(m_max + k, (long double)i / GRID) /
                                factorial);
            narrow[at] = (float)wide[at];
        }
    }
    return kir_constant(f, name, type, (int64_t)count,
                        type == KIR_F64 ? (void *)wide : (void *)narrow);
}

struct writer {
    struct kir_func *f;
    enum kir_type type, integer;
};

static int number(const struct writer *w, double value)
{
    return kir_float(w->f, w->type, value);
}

/* Adding and subtracting this rounds to an integer and leaves that integer in
 * the low bits: 1.5 * 2^52 or 1.5 * 2^23. No conversion is needed, which vector
 * units lack for 64 bits. */
static double rounder(const struct writer *w)
{
    return w->type == KIR_F64 ? 6755399441055744.0 : 12582912.0;
}

/* sum of x^k coefficient[k], by Horner's rule */
static int polynomial(const struct writer *w, int x, const int *coefficient,
                      int terms)
{
    int sum = coefficient[terms - 1];

    for (int k = terms - 2; k >= 0; k--)
        sum = kir_ternary(w->f, KIR_MULADD, sum, x, coefficient[k]);
    return sum;
}

/* exp(-t) for 0 <= t <= 80: 2^n exp(r), |r| <= log(2)/2. */
static int write_exp(const struct writer *w, int t)
{
    struct kir_func *f = w->f;
    bool wide = w->type == KIR_F64;
    int terms = wide ? 13 : 8, coefficient[13], magic = number(w, rounder(w));
    int shifted =
        kir_ternary(f, KIR_MULADD, t, number(w, -1.4426950408889634), magic);
    int n = kir_binary(f, KIR_SUB, shifted, magic), r, power;
    double factorial = 1, high = wide ? 0x1.62e42fefa0000p-1 : 0x1.62e4p-1;
    double low = wide ? 0x1.cf79abc9e3b3ap-40 : 0x1.7f7d1cp-20;

    for (int k = 0; k < terms; k++) {
        factorial *= k ? k : 1;
        coefficient[k] = number(w, 1 / factorial);
    }
    r = kir_ternary(f, KIR_MULADD, n, number(w, -high),
                    kir_unary(f, KIR_NEG, t));
    r = kir_ternary(f, KIR_MULADD, n, number(w, -low), r);
    power = kir_bitcast(f, w->integer, shifted);
    power = kir_binary(f, KIR_ADD, power,
                       kir_int(f, w->integer, wide ? 1023 : 127));
    power = kir_binary(f, KIR_SHL, power, kir_int(f, KIR_I32, wide ? 52 : 23));
    return kir_binary(f, KIR_MUL, polynomial(w, r, coefficient, terms),
                      kir_bitcast(f, w->type, power));
}

/* The expansion around the grid point next to t. */
static int write_expansion(const struct writer *w, int table, int t)
{
    struct kir_func *f = w->f;
    int terms = terms_of(w->type), coefficient[TERMS_F64];
    int magic = number(w, rounder(w));
    int shifted = kir_ternary(f, KIR_MULADD, t, number(w, GRID), magic);
    int point = kir_binary(f, KIR_SUB, shifted, magic);
    int d = kir_ternary(f, KIR_MULADD, point, number(w, 1.0 / GRID),
                        kir_unary(f, KIR_NEG, t));
    int row = kir_binary(f, KIR_SUB, kir_bitcast(f, w->integer, shifted),
                         kir_bitcast(f, w->integer, magic));

    row = kir_binary(f, KIR_MUL, row, kir_int(f, w->integer, terms));
    for (int k = 0; k < terms; k++)
        coefficient[k] = kir_load(
            f, table, kir_binary(f, KIR_ADD, row, kir_int(f, w->integer, k)));
    return polynomial(w, d, coefficient, terms);
}

/* factor * t^(-m - 1/2) */
static int write_asymptotic(const struct writer *w, int m, int t)
{
    struct kir_func *f = w->f;
    int inverse = kir_binary(f, KIR_DIV, number(w, 1), t);
    int value = kir_binary(f, KIR_MUL, kir_unary(f, KIR_SQRT, inverse),
                           number(w, asymptotic_factor(m)));

    for (int square = inverse; m; m >>= 1) {
        if (m & 1)
            value = kir_binary(f, KIR_MUL, value, square);
        if (m > 1)
            square = kir_binary(f, KIR_MUL, square, square);
    }
    return value;
}

/* For f32, far out, the higher functions are too small to begin with: from F_0
 * upward, F_(m+1) = (2m + 1) F_m / 2T. The targets' branch-free choice between
 * both costs two operations for each m. */
static void write_upward(const struct writer *w, int m_max, int is_near,
                         int far, int *result)
{
    struct kir_func *f = w->f;
    int half = kir_binary(f, KIR_DIV, number(w, 0.5), far);
    int value = write_asymptotic(w, 0, far);

    for (int m = 0; m <= m_max; m++) {
        result[m] = kir_ternary(f, KIR_SELECT, is_near, result[m], value);
        value = kir_binary(f, KIR_MUL, value,
                           kir_binary(f, KIR_MUL, half, number(w, 2 * m + 1)));
    }
}

void boys_write(struct kir_func *f, enum kir_type type, int table, int m_max,
                int t, int *result)
{
    struct writer w = {f, type, type == KIR_F64 ? KIR_I64 : KIR_I32};
    int limit = number(&w, limit_of(type, m_max));
    int is_near = kir_binary(f, KIR_LT, t, limit);
    int near = kir_ternary(f, KIR_SELECT, is_near, t, limit);
    int far = kir_ternary(f, KIR_SELECT, is_near, limit, t);
    int twice, power;

    result[m_max] =
        kir_ternary(f, KIR_SELECT, is_near, write_expansion(&w, table, near),
                    write_asymptotic(&w, m_max, far));
    if (m_max == 0)
        return;
    twice = kir_binary(f, KIR_ADD, t, t);
    power =
        kir_ternary(f, KIR_SELECT, is_near, write_exp(&w, near), number(&w, 0));
    for (int m = m_max - 1; m >= 0; m--)
        result[m] = kir_binary(
            f, KIR_MUL, kir_ternary(f, KIR_MULADD, twice, result[m + 1], power),
            number(&w, 1.0 / (2 * m + 1)));
    if (type == KIR_F32 && m_max > F32_SAFE_M)
        write_upward(&w, m_max, is_near, far, result);
}
