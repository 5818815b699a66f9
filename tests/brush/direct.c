#include "tests/brush/direct.h"

#include <math.h>

enum { LEGENDRE = 80, STEPS = 10 };

#define PI 3.14159265358979323846

struct rule {
    int n;
    double x[LEGENDRE], w[LEGENDRE];
};

/* Newton's method on the orthonormal Hermite polynomials, from guesses that
 * the asymptotics of the zeros give. */
static struct rule hermite_rule(int n)
{
    struct rule r = {.n = n};
    double z = 0;

    for (int i = 0; i < (n + 1) / 2; i++) {
        double derivative = 1;

        if (i == 0)
            z = sqrt(2.0 * n + 1) - 1.85575 * pow(2.0 * n + 1, -1.0 / 6);
        else if (i == 1)
            z -= 1.14 * pow(n, 0.426) / z;
        else if (i == 2)
            z = 1.86 * z - 0.86 * r.x[0];
        else if (i == 3)
            z = 1.91 * z - 0.91 * r.x[1];
        else
            z = 2 * z - r.x[i - 2];
        for (int step = 0; step < STEPS; step++) {
            double p = pow(PI, -0.25), before = 0;

            for (int k = 0; k < n; k++) {
                double next = z * sqrt(2.0 / (k + 1)) * p -
                              sqrt((double)k / (k + 1)) * before;

                before = p;
                p = next;
            }
            derivative = sqrt(2.0 * n) * before;
            z -= p / derivative;
        }
        r.x[i] = z;
        r.x[n - 1 - i] = -z;
        r.w[i] = r.w[n - 1 - i] = 2 / (derivative * derivative);
    }
    return r;
}

/* On [0, 1]. */
static struct rule legendre_rule(void)
{
    struct rule r = {.n = LEGENDRE};

    for (int i = 0; i < LEGENDRE; i++) {
        double z = cos(PI * (i + 0.75) / (LEGENDRE + 0.5)), derivative = 1;

        for (int step = 0; step < STEPS; step++) {
            double p = 1, before = 0;

            for (int k = 0; k < LEGENDRE; k++) {
                double next = ((2 * k + 1) * z * p - k * before) / (k + 1);

                before = p;
                p = next;
            }
            derivative = LEGENDRE * (z * p - before) / (z * z - 1);
            z -= p / derivative;
        }
        r.x[i] = 0.5 * (1 - z);
        r.w[i] = 1 / ((1 - z * z) * derivative * derivative);
    }
    return r;
}

/* The n-th derivative of exp(-zeta (x - P)^2) by P, over that Gaussian. */
static double derivative_factor(int n, double zeta, double x)
{
    double before = 0, h = 1;

    for (int k = 0; k < n; k++) {
        double next = 2 * sqrt(zeta) * x * h - 2 * k * before;

        before = h;
        h = next;
    }
    return h * pow(zeta, 0.5 * n);
}

/* x^n, n >= 0 */
static double power(double x, int n)
{
    double product = 1;

    for (int i = 0; i < n; i++)
        product *= x;
    return product;
}

struct pair {
    double zeta, centre[3], factor;
};

static struct pair make_pair(double alpha, double beta, const double a[3],
                             const double b[3])
{
    struct pair p = {.zeta = alpha + beta};
    double square = 0;

    for (int i = 0; i < 3; i++) {
        p.centre[i] = (alpha * a[i] + beta * b[i]) / p.zeta;
        square += (a[i] - b[i]) * (a[i] - b[i]);
    }
    p.factor = exp(-alpha * beta / p.zeta * square);
    return p;
}

/* The integral along one axis over both electrons' coordinates, of the Gaussian
 * zeta (x1 - P)^2 + eta (x2 - Q)^2 + s (x1 - x2)^2 times the polynomials, over
 * the same without polynomials. */
static double along_axis(const struct bracket *b, const struct direct_place *at,
                         const struct pair *bra, const struct pair *ket,
                         double s, int i, const struct rule *rule)
{
    double p = bra->centre[i], q = ket->centre[i];
    double zeta = bra->zeta, eta = ket->zeta, sum = 0;
    double m11 = zeta + s, m22 = eta + s, det = m11 * m22 - s * s;
    double v1 = zeta * p, v2 = eta * q;
    double x1 = (m22 * v1 + s * v2) / det, x2 = (s * v1 + m11 * v2) / det;
    double l11 = sqrt(m11), l21 = -s / l11, l22 = sqrt(det / m11);

    for (int j = 0; j < rule->n; j++) {
        for (int k = 0; k < rule->n; k++) {
            double y2 = rule->x[k] / l22;
            double y1 = (rule->x[j] - l21 * y2) / l11;
            double e1 = x1 + y1, e2 = x2 + y2;

            sum +=
                rule->w[j] * rule->w[k] *
                power(e1 - at->centre[0][i], b->index[INDEX_A][i]) *
                power(e1 - at->centre[1][i], b->index[INDEX_B][i]) *
                power(e2 - at->centre[2][i], b->index[INDEX_C][i]) *
                power(e2 - at->centre[3][i], b->index[INDEX_D][i]) *
                derivative_factor(b->index[INDEX_P][i] + b->index[INDEX_R][i],
                                  zeta, e1 - p) *
                derivative_factor(b->index[INDEX_Q][i], eta, e2 - q);
        }
    }
    return sum / PI;
}

/* What the powers of the bracket multiply it by. */
static double powers(const struct bracket *b, const struct direct_place *at,
                     const struct pair *bra, const struct pair *ket)
{
    const double base[POWER_COUNT] = {at->exponent[0], at->exponent[1],
                                      bra->zeta,       at->exponent[2],
                                      at->exponent[3], ket->zeta};
    double value = 1;

    for (int i = 0; i < POWER_COUNT; i++)
        value *= pow(2 * base[i], b->power[i]);
    for (int i = 0; i < 3; i++) {
        const double v[VECTOR_COUNT] = {at->centre[1][i] - at->centre[0][i],
                                        at->centre[3][i] - at->centre[2][i],
                                        ket->centre[i] - bra->centre[i],
                                        bra->centre[i] - at->centre[0][i],
                                        ket->centre[i] - at->centre[2][i]};

        for (int k = 0; k < VECTOR_COUNT; k++)
            value *= pow(v[k], b->vector[k][i]);
    }
    return value;
}

double direct_evaluate(const struct bracket *b, const struct direct_place *at)
{
    const struct rule legendre = legendre_rule();
    struct rule hermite[3];
    const struct pair bra = make_pair(at->exponent[0], at->exponent[1],
                                      at->centre[0], at->centre[1]);
    const struct pair ket = make_pair(at->exponent[2], at->exponent[3],
                                      at->centre[2], at->centre[3]);
    double zeta = bra.zeta, eta = ket.zeta, square = 0, sum = 0;
    double theta2 = zeta * eta / (zeta + eta);

    for (int i = 0; i < 3; i++) {
        int degree = 0;

        for (int k = 0; k < INDEX_COUNT; k++)
            degree += b->index[k][i];
        hermite[i] = hermite_rule(degree / 2 + 2);
        square +=
            (ket.centre[i] - bra.centre[i]) * (ket.centre[i] - bra.centre[i]);
    }
    for (int k = 0; k < legendre.n; k++) {
        double t2 = legendre.x[k] * legendre.x[k];
        double value = exp(-theta2 * square * t2);

        for (int i = 0; i < 3; i++)
            value *= along_axis(b, at, &bra, &ket, theta2 * t2 / (1 - t2), i,
                                &hermite[i]);
        sum += legendre.w[k] * pow(2 * theta2 * t2, b->m) * value;
    }
    return sum * bra.factor * ket.factor * 2 * pow(PI, 2.5) /
           (zeta * eta * sqrt(zeta + eta)) * powers(b, at, &bra, &ket);
}
