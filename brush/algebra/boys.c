/*
 * The Boys function as KIR: its tables, and the operations that look it up. The
 * number of terms and the distance of the points are chosen for the accuracy
 * that boys.h promises.
 */
#include "brush/algebra/boys.h"

#include <float.h>
#include <math.h>

/* Long tables: grid points per unit of T, and terms of the expansions: the
 * first term left out is (1/16)^8 / 8! = 6e-15 and (1/16)^5 / 5! = 8e-9. */
enum { GRID = 8, TERMS_F64 = 8, TERMS_F32 = 5 };

/* Short tables: the most terms, those of Taylor's expansion that they are made
 * from, and how far apart their points may be: rounding errors grow as
 * exp(step). */
enum { TERMS_MOST = 20, TERMS_TAYLOR = 40 };
static const double STEP_MOST = 3.5;

/* The greatest m for which F_m of f32 does not vanish at any T that occurs; and
 * for which a rounded 1 / 2T, which each step upward multiplies by, is good. */
enum { F32_SAFE_M = 4, F32_STEPS_M = 8 };

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
 * leaves out is exp(-T) / 2T and smaller terms. Its share grows up to T = m:
 * below that it is small once more, where the form is far too great. */
static int limit_of(double epsilon, int m)
{
    int t = m + 1;

    while (exp(-t) / (2 * t) * (1 + (double)m / t) >
           epsilon * asymptotic_factor(m) * pow(t, -m - 0.5))
        t++;
    return t;
}

/* Tables ------------------------------------------------------------------- */

static int add_table(struct kir_func *f, const char *name, enum kir_type type,
                     int count, double *wide)
{
    float *narrow;

    if (type == KIR_F64)
        return kir_constant(f, name, type, count, wide);
    narrow = arena_alloc(f->module->arena, (size_t)count * sizeof *narrow);
    for (int i = 0; i < count; i++)
        narrow[i] = (float)wide[i];
    return kir_constant(f, name, type, count, narrow);
}

static struct boys long_table(struct kir_func *f, const char *name,
                              enum kir_type type, int m_max)
{
    bool is_wide = type == KIR_F64;
    int limit = limit_of(is_wide ? 1e-16 : 1e-8, m_max);
    int terms = is_wide ? TERMS_F64 : TERMS_F32, rows = limit * GRID + 1;
    struct boys b = {type, m_max, terms, 0, 1.0 / GRID, limit, 0};
    double *value =
        arena_alloc(f->module->arena, (size_t)(rows * terms) * sizeof *value);

    for (int i = 0; i < rows; i++) {
        long double factorial = 1;

        for (int k = 0; k < terms; k++) {
            factorial *= k ? k : 1;
            value[i * terms + k] =
                (double)(boys_series(m_max + k, (long double)i / GRID) /
                         factorial);
        }
    }
    b.table = add_table(f, name, type, rows * terms, value);
    return b;
}

/* The terms that leave out less than epsilon of F_m within half a step of a
 * point: interpolation in Chebyshev's points leaves 2 (step / 4)^n / n! times
 * F_(m+n), which at the near end is below F_m at the far one times exp(step)
 * (2m + 1) / (2m + 2n + 1). */
static int short_terms(int m, double step, double epsilon)
{
    double rest = 2 * exp(step);
    int n = 0;

    while (rest * (2 * m + 1) / (2 * m + 2 * n + 1) > epsilon)
        rest *= step / 4 / ++n;
    return n;
}

/* Takes a polynomial in x, |x| <= 1, to one of fewer terms: Chebyshev's
 * polynomials T_j are taken out of it from above. Their coefficients follow
 * from each other, t_(j-2k-2) = -t_(j-2k) (j-2k)(j-2k-1) / 4(k+1)(j-k-1). */
static void economise(long double *c, int from, int terms)
{
    for (int j = from - 1; j >= terms; j--) {
        long double t = c[j];

        for (int k = 0; j - 2 * k >= 0; k++) {
            c[j - 2 * k] -= t;
            t *= -(long double)(j - 2 * k) * (j - 2 * k - 1) /
                 (4.0L * (k + 1) * (j - k - 1));
        }
    }
}

/* Around a point, in powers of its distance. */
static void short_row(int m, long double point, long double half, int terms,
                      long double *c)
{
    long double power = 1;

    c[TERMS_TAYLOR - 1] = boys_series(m + TERMS_TAYLOR - 1, point);
    for (int k = TERMS_TAYLOR - 2; k >= 0; k--)
        c[k] = (2 * point * c[k + 1] + expl(-point)) / (2 * (m + k) + 1);
    for (int k = 0; k < TERMS_TAYLOR; k++) {
        c[k] *= power;
        power *= half / (k + 1);
    }
    economise(c, TERMS_TAYLOR, terms);
    power = 1;
    for (int k = 0; k < terms; k++) {
        c[k] /= power;
        power *= half;
    }
}

/* A short table, or, if it does not do, a long one. The points are a multiple
 * of 1/16 apart, so that their distances from T are exact. */
struct boys boys_declare(struct kir_func *f, const char *name,
                         enum kir_type type, int m_max)
{
    bool is_wide = type == KIR_F64;
    int rows = BOYS_SHORT / kir_type_size(type);
    double limit = limit_of(is_wide ? 1e-15 : 1e-8, m_max);
    double step = ceil(16 * limit / (rows - 1)) / 16;
    int terms = short_terms(m_max, step, is_wide ? 1e-15 : 1e-7);
    struct boys b = {type, m_max, terms, rows, step, (rows - 1) * step, 0};
    double *value =
        arena_alloc(f->module->arena, (size_t)(rows * terms) * sizeof *value);

    if (step > STEP_MOST || terms > TERMS_MOST)
        return long_table(f, name, type, m_max);
    for (int i = 0; i < rows; i++) {
        long double c[TERMS_TAYLOR];

        short_row(m_max, i * (long double)step, (long double)step / 2, terms,
                  c);
        for (int k = 0; k < terms; k++)
            value[k * rows + i] = (double)c[k];
    }
    b.table = add_table(f, name, type, rows * terms, value);
    return b;
}

/* Writing ------------------------------------------------------------------ */

struct writer {
    struct kir_func *f;
    const struct boys *boys;
    enum kir_type type;
};

static struct writer writer(struct kir_func *f, const struct boys *b)
{
    return (struct writer){f, b, b->type};
}

enum kir_type boys_integer(const struct boys *b)
{
    return b->type == KIR_F64 ? KIR_I64 : KIR_I32;
}

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
    power = kir_bitcast(f, boys_integer(w->boys), shifted);
    power = kir_binary(f, KIR_ADD, power,
                       kir_int(f, boys_integer(w->boys), wide ? 1023 : 127));
    power = kir_binary(f, KIR_SHL, power, kir_int(f, KIR_I32, wide ? 52 : 23));
    return kir_binary(f, KIR_MUL, polynomial(w, r, coefficient, terms),
                      kir_bitcast(f, w->type, power));
}

/* Whether t is below the limit, and what is on either side of it. */
struct sides {
    int is_near, near, far;
};

static struct sides sides_of(const struct writer *w, int t)
{
    int limit = number(w, w->boys->limit);
    int is_near = kir_binary(w->f, KIR_LT, t, limit);

    return (struct sides){is_near,
                          kir_ternary(w->f, KIR_SELECT, is_near, t, limit),
                          kir_ternary(w->f, KIR_SELECT, is_near, limit, t)};
}

/* The point next to `near`, and its distance. */
static void locate(const struct writer *w, int near, int *row, int *distance)
{
    struct kir_func *f = w->f;
    double step = w->boys->step;
    enum kir_type integer = boys_integer(w->boys);
    int magic = number(w, rounder(w));
    int shifted = kir_ternary(f, KIR_MULADD, near, number(w, 1 / step), magic);
    int point = kir_binary(f, KIR_SUB, shifted, magic);

    *distance = kir_ternary(f, KIR_MULADD, point, number(w, step),
                            kir_unary(f, KIR_NEG, near));
    *row = kir_binary(f, KIR_SUB, kir_bitcast(f, integer, shifted),
                      kir_bitcast(f, integer, magic));
}

void boys_locate(struct kir_func *f, const struct boys *b, int t, int *row,
                 int *distance)
{
    struct writer w = writer(f, b);

    locate(&w, sides_of(&w, t).near, row, distance);
}

/* In short tables the coefficients of a power are neighbours, and a row is
 * below their number, as the AND says. */
int boys_look_up(struct kir_func *f, const struct boys *b, int row,
                 int distance)
{
    struct writer w = writer(f, b);
    enum kir_type integer = boys_integer(b);
    int coefficient[TERMS_MOST] = {0};

    if (b->rows)
        row = kir_binary(f, KIR_AND, row, kir_int(f, integer, b->rows - 1));
    else
        row = kir_binary(f, KIR_MUL, row, kir_int(f, integer, b->terms));
    for (int k = 0; k < b->terms; k++)
        coefficient[k] = kir_load(
            f, b->table,
            kir_binary(f, KIR_ADD, row,
                       kir_int(f, integer, b->rows ? k * b->rows : k)));
    return polynomial(&w, distance, coefficient, b->terms);
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
 * both costs two operations for each m. Over many steps the same error of 1 /
 * 2T would add up to more than 1e-6: they divide. */
static void write_upward(const struct writer *w, int m_max, int is_near,
                         int far, int *result)
{
    struct kir_func *f = w->f;
    bool divide = m_max > F32_STEPS_M;
    int by = divide ? kir_binary(f, KIR_ADD, far, far)
                    : kir_binary(f, KIR_DIV, number(w, 0.5), far);
    int value = write_asymptotic(w, 0, far);

    for (int m = 0; m <= m_max; m++) {
        int odd = number(w, 2 * m + 1);

        result[m] = kir_ternary(f, KIR_SELECT, is_near, result[m], value);
        value = divide ? kir_binary(f, KIR_DIV,
                                    kir_binary(f, KIR_MUL, value, odd), by)
                       : kir_binary(f, KIR_MUL, value,
                                    kir_binary(f, KIR_MUL, by, odd));
    }
}

void boys_finish(struct kir_func *f, const struct boys *b, int t, int value,
                 int *result)
{
    struct writer w = writer(f, b);
    struct sides s = sides_of(&w, t);
    int m_max = b->m_max, twice, power;

    result[m_max] = kir_ternary(f, KIR_SELECT, s.is_near, value,
                                write_asymptotic(&w, m_max, s.far));
    if (m_max == 0)
        return;
    twice = kir_binary(f, KIR_ADD, t, t);
    power = kir_ternary(f, KIR_SELECT, s.is_near, write_exp(&w, s.near),
                        number(&w, 0));
    for (int m = m_max - 1; m >= 0; m--)
        result[m] = kir_binary(
            f, KIR_MUL, kir_ternary(f, KIR_MULADD, twice, result[m + 1], power),
            number(&w, 1.0 / (2 * m + 1)));
    if (b->type == KIR_F32 && m_max > F32_SAFE_M)
        write_upward(&w, m_max, s.is_near, s.far, result);
}

void boys_write(struct kir_func *f, const struct boys *b, int t, int *result)
{
    int row, distance;

    boys_locate(f, b, t, &row, &distance);
    boys_finish(f, b, t, boys_look_up(f, b, row, distance), result);
}
