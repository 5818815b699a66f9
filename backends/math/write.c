/*
 * How expansions are written: short forms of the builder for f64, polynomials,
 * powers of two, and exact sums and products (T. J. Dekker, Numer. Math. 18,
 * 224 (1971)).
 */
#include "backends/math/local.h"

int math_num(struct math *m, double x)
{
    return kir_float(m->f, KIR_F64, x);
}

int math_add(struct math *m, int a, int b)
{
    return kir_add(m->f, a, b);
}

int math_sub(struct math *m, int a, int b)
{
    return kir_sub(m->f, a, b);
}

int math_mul(struct math *m, int a, int b)
{
    return kir_mul(m->f, a, b);
}

int math_div(struct math *m, int a, int b)
{
    return kir_binary(m->f, KIR_DIV, a, b);
}

int math_fma(struct math *m, int a, int b, int c)
{
    return kir_ternary(m->f, KIR_FMA, a, b, c);
}

int math_neg(struct math *m, int a)
{
    return kir_unary(m->f, KIR_NEG, a);
}

int math_abs(struct math *m, int a)
{
    return kir_unary(m->f, KIR_ABS, a);
}

int math_less(struct math *m, int a, int b)
{
    return kir_less(m->f, a, b);
}

int math_select(struct math *m, int test, int yes, int no)
{
    return kir_select(m->f, test, yes, no);
}

int math_unless_nan(struct math *m, int x, int no)
{
    return math_select(m, kir_binary(m->f, KIR_EQ, x, x), no, x);
}

int math_poly(struct math *m, int x, int count, const double *c)
{
    int sum = math_num(m, c[count - 1]);

    for (int i = count - 2; i >= 0; i--)
        sum = math_fma(m, sum, x, math_num(m, c[i]));
    return sum;
}

int math_power(struct math *m, int k)
{
    int wide = kir_cast(m->f, KIR_I64, k);
    int field = kir_add(m->f, wide, kir_int(m->f, KIR_I64, 1023));

    return kir_bitcast(
        m->f, KIR_F64,
        kir_binary(m->f, KIR_SHL, field, kir_int(m->f, KIR_I32, 52)));
}

/* In two steps of normal factors, of which only the second can round. */
int math_scale(struct math *m, int x, int k)
{
    int half = kir_binary(m->f, KIR_SHR, k, kir_int(m->f, KIR_I32, 1));
    int rest = kir_sub(m->f, k, half);

    return math_mul(m, math_mul(m, x, math_power(m, half)),
                    math_power(m, rest));
}

struct math_pair math_two_sum(struct math *m, int a, int b)
{
    int hi = math_add(m, a, b);
    int part = math_sub(m, hi, a);
    int lo = math_add(m, math_sub(m, a, math_sub(m, hi, part)),
                      math_sub(m, b, part));

    return (struct math_pair){hi, lo};
}

struct math_pair math_two_product(struct math *m, int a, int b)
{
    int hi = math_mul(m, a, b);

    return (struct math_pair){hi, math_fma(m, a, b, math_neg(m, hi))};
}

int math_quotient(struct math *m, struct math_pair a, struct math_pair b)
{
    int q = math_div(m, a.hi, b.hi), minus = math_neg(m, q);
    int rest = math_fma(m, minus, b.hi, a.hi);

    rest = math_add(m, rest, math_fma(m, minus, b.lo, a.lo));
    return math_add(m, q, math_div(m, rest, b.hi));
}
