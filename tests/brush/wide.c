#include "tests/brush/wide.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_L = 3, SIDE = 2 * MAX_L + 1, ALL = 2 * SIDE - 1 };

typedef long double real;

/* F_0 … F_m(t): of the highest the series exp(-t) sum (2t)^i / ((2m + 1) … (2m
 * + 2i + 1)), whose terms are positive, or where its remainder is below
 * exp(-100), the asymptotic form; the others downward. */
static void boys(int m, real t, real *result)
{
    if (t > 100) {
        real value = sqrtl(acosl(-1) / t) / 2;

        for (int i = 0; i <= m; i++) {
            result[i] = value;
            value *= (i + 0.5L) / t;
        }
        return;
    }
    real term = 1.0L / (2 * m + 1), sum = term;

    for (int i = m + 1; term > sum * LDBL_EPSILON / 8; i++) {
        term *= 2 * t / (2 * i + 1);
        sum += term;
    }
    result[m] = sum * expl(-t);
    for (int i = m - 1; i >= 0; i--)
        result[i] = (2 * t * result[i + 1] + expl(-t)) / (2 * i + 1);
}

/* Along one axis: the coefficients of x_a^i x_b^j exp(…) in Hermite Gaussians
 * at P. */
static void hermite(int i, int j, real alpha, real beta, real a, real b,
                    real e[SIDE])
{
    real zeta = alpha + beta, along = a - b;
    real pa = -beta / zeta * along, pb = alpha / zeta * along;

    for (int t = 0; t < SIDE; t++)
        e[t] = 0;
    e[0] = expl(-alpha * beta / zeta * along * along);
    for (int step = 0; step < i + j; step++) {
        real x = step < i ? pa : pb, next[SIDE];

        for (int t = 0; t < SIDE; t++)
            next[t] = (t > 0 ? e[t - 1] / (2 * zeta) : 0) + x * e[t] +
                      (t + 1 < SIDE ? (t + 1) * e[t + 1] : 0);
        memcpy(e, next, sizeof next);
    }
}

/* A side of a primitive quartet. */
struct side {
    real zeta, centre[3], factor, e[SIDE][SIDE][SIDE];
    int l; /* the greatest sum of indices of e */
};

/* Adds the product of two terms to the side. */
static void add_terms(struct side *s, const struct wide_function *a, int i,
                      const struct wide_term *ta, const struct wide_function *b,
                      int j, const struct wide_term *tb)
{
    real e[3][SIDE], weight = (real)ta->weight * tb->weight;
    int l = 0;

    for (int x = 0; x < 3; x++) {
        l += ta->power[x] + tb->power[x];
        hermite(ta->power[x], tb->power[x], a->exponent[i], b->exponent[j],
                a->centre[x], b->centre[x], e[x]);
    }
    s->l = l > s->l ? l : s->l;
    for (int t = 0; t <= ta->power[0] + tb->power[0]; t++)
        for (int u = 0; u <= ta->power[1] + tb->power[1]; u++)
            for (int v = 0; v <= ta->power[2] + tb->power[2]; v++)
                s->e[t][u][v] += weight * e[0][t] * e[1][u] * e[2][v];
}

static struct side make_side(const struct wide_function *a, int i,
                             const struct wide_function *b, int j)
{
    real alpha = a->exponent[i], beta = b->exponent[j];
    struct side s = {.zeta = alpha + beta,
                     .factor = (real)a->coefficient[i] * b->coefficient[j]};

    for (int x = 0; x < 3; x++)
        s.centre[x] = (alpha * a->centre[x] + beta * b->centre[x]) / s.zeta;
    for (int n = 0; n < a->terms; n++)
        for (int k = 0; k < b->terms; k++)
            add_terms(&s, a, i, &a->term[n], b, j, &b->term[k]);
    return s;
}

/* r[t][u][v] of order n from those of order n + 1, for t + u + v <= top. */
static void lower_order(real r[ALL][ALL][ALL], const real at[3], real base,
                        int top)
{
    static const int unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

    for (int sum = top; sum > 0; sum--)
        for (int t = 0; t <= sum; t++)
            for (int u = 0; t + u <= sum; u++) {
                int n[3] = {t, u, sum - t - u}, x = t ? 0 : u ? 1 : 2;
                const int *one = unit[x];
                real value =
                    at[x] * r[n[0] - one[0]][n[1] - one[1]][n[2] - one[2]];

                if (n[x] > 1)
                    value += (n[x] - 1) *
                             r[n[0] - 2 * one[0]][n[1] - 2 * one[1]]
                              [n[2] - 2 * one[2]];
                r[n[0]][n[1]][n[2]] = value;
            }
    r[0][0][0] = base;
}

/* The sum over the ket's Hermite Gaussians for one of the bra's. */
static real ket_sum(const struct side *q, real r[ALL][ALL][ALL], int t, int u,
                    int v)
{
    real sum = 0;

    for (int i = 0; i <= q->l; i++)
        for (int j = 0; i + j <= q->l; j++)
            for (int n = 0; i + j + n <= q->l; n++)
                if (q->e[i][j][n] != 0)
                    sum += q->e[i][j][n] * ((i + j + n) % 2 ? -1 : 1) *
                           r[t + i][u + j][v + n];
    return sum;
}

static real quartet(const struct side *p, const struct side *q)
{
    real alpha = p->zeta * q->zeta / (p->zeta + q->zeta), at[3], square = 0;
    real r[ALL][ALL][ALL], f[ALL] = {0}, power[ALL], sum = 0;
    int top = p->l + q->l;

    for (int x = 0; x < 3; x++) {
        at[x] = p->centre[x] - q->centre[x];
        square += at[x] * at[x];
    }
    boys(top, alpha * square, f);
    power[0] = 1;
    for (int n = 1; n <= top; n++)
        power[n] = power[n - 1] * -2 * alpha;
    r[0][0][0] = power[top] * f[top];
    for (int n = top - 1; n >= 0; n--)
        lower_order(r, at, power[n] * f[n], top - n);
    for (int t = 0; t <= p->l; t++)
        for (int u = 0; t + u <= p->l; u++)
            for (int v = 0; t + u + v <= p->l; v++)
                if (p->e[t][u][v] != 0)
                    sum += p->e[t][u][v] * ket_sum(q, r, t, u, v);
    return sum * p->factor * q->factor * 2 * powl(acosl(-1), 2.5L) /
           (p->zeta * q->zeta * sqrtl(p->zeta + q->zeta));
}

double wide_integral(const struct wide_function f[4])
{
    real sum = 0;

    for (int i = 0; i < f[0].primitives; i++)
        for (int j = 0; j < f[1].primitives; j++) {
            struct side p = make_side(&f[0], i, &f[1], j);

            for (int k = 0; k < f[2].primitives; k++)
                for (int l = 0; l < f[3].primitives; l++) {
                    struct side q = make_side(&f[2], k, &f[3], l);

                    sum += quartet(&p, &q);
                }
        }
    return (double)sum;
}
