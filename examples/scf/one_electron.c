#include "one_electron.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

enum {
    MAX_L = 3,
    CARTESIAN = 10,         /* functions of an f shell */
    SHELL = 4 * CARTESIAN,  /* of a shell with several segments */
    HERMITE = 2 * MAX_L + 3 /* kinetic energy raises l by 2 */
};

/* Expansions of the product of two Gaussians along one axis: e[i][j][t]. */
struct expansion {
    double e[MAX_L + 1][MAX_L + 3][HERMITE + 1];
};

/* A primitive pair. */
struct pair {
    double alpha, beta, zeta, centre[3];
    struct expansion axis[3];
};

struct component {
    int l[3];
};

static int components_of(int l, struct component c[CARTESIAN])
{
    int n = 0;

    for (int x = l; x >= 0; x--)
        for (int y = l - x; y >= 0; y--)
            c[n++] = (struct component){{x, y, l - x - y}};
    return n;
}

static void expand(struct expansion *x, double zeta, double pa, double pb,
                   double first, int la, int lb)
{
    memset(x, 0, sizeof *x);
    x->e[0][0][0] = first;
    for (int i = 0; i <= la; i++)
        for (int j = 0; j <= lb; j++)
            for (int t = 0; t <= i + j; t++) {
                const double *from = i ? x->e[i - 1][j] : NULL;
                double offset = pa;

                if (!i && !j)
                    continue;
                if (!i) {
                    from = x->e[i][j - 1];
                    offset = pb;
                }
                x->e[i][j][t] = (t ? from[t - 1] / (2 * zeta) : 0) +
                                offset * from[t] + (t + 1) * from[t + 1];
            }
}

static void pair_init(struct pair *p, const struct hedra_eri_place *a,
                      const struct hedra_eri_place *b, int i, int j)
{
    p->alpha = a->shell->exponent[i];
    p->beta = b->shell->exponent[j];
    p->zeta = p->alpha + p->beta;
    for (int k = 0; k < 3; k++) {
        double d = a->centre[k] - b->centre[k];

        p->centre[k] =
            (p->alpha * a->centre[k] + p->beta * b->centre[k]) / p->zeta;
        expand(&p->axis[k], p->zeta, p->centre[k] - a->centre[k],
               p->centre[k] - b->centre[k],
               exp(-p->alpha * p->beta / p->zeta * d * d), MAX_L, MAX_L + 2);
    }
}

static double overlap_of(const struct pair *p, const int a[3], const int b[3])
{
    double value = pow(PI / p->zeta, 1.5);

    for (int k = 0; k < 3; k++)
        value *= b[k] < 0 ? 0 : p->axis[k].e[a[k]][b[k]][0];
    return value;
}

/* -1/2 the Laplacian of the second function. */
static double kinetic_of(const struct pair *p, const int a[3], const int b[3])
{
    double value =
        p->beta * (2 * (b[0] + b[1] + b[2]) + 3) * overlap_of(p, a, b);

    for (int k = 0; k < 3; k++) {
        int up[3] = {b[0], b[1], b[2]}, down[3] = {b[0], b[1], b[2]};

        up[k] += 2;
        down[k] -= 2;
        value -= 2 * p->beta * p->beta * overlap_of(p, a, up);
        if (b[k] >= 2)
            value -= 0.5 * b[k] * (b[k] - 1) * overlap_of(p, a, down);
    }
    return value;
}

/* F_0 … F_m of t: the series for the highest, then downward; far out, the
 * asymptotic form of F_0, then upward. */
static void boys(double t, int m, double f[])
{
    double term = 1.0 / (2 * m + 1), sum = term;

    if (t > 40) {
        f[0] = 0.5 * sqrt(PI / t);
        for (int i = 0; i < m; i++)
            f[i + 1] = ((2 * i + 1) * f[i] - exp(-t)) / (2 * t);
        return;
    }
    for (int i = m + 1; term > 1e-17 * sum; i++) {
        term *= 2 * t / (2 * i + 1);
        sum += term;
    }
    f[m] = sum * exp(-t);
    for (int i = m; i-- > 0;)
        f[i] = (2 * t * f[i + 1] + exp(-t)) / (2 * i + 1);
}

enum { LEVELS = 2 * MAX_L + 1 };

struct hermite {
    double r[LEVELS][LEVELS][LEVELS][LEVELS]; /* n, t, u, v */
};

/* R_tuv of the vector pc for all t + u + v <= l. */
static void hermite_init(struct hermite *h, double zeta, const double pc[3],
                         int l)
{
    double f[LEVELS], power = 1;

    boys(zeta * (pc[0] * pc[0] + pc[1] * pc[1] + pc[2] * pc[2]), l, f);
    for (int n = 0; n <= l; n++, power *= -2 * zeta)
        h->r[n][0][0][0] = power * f[n];
    for (int sum = 1; sum <= l; sum++)
        for (int n = 0; n <= l - sum; n++)
            for (int t = 0; t <= sum; t++)
                for (int u = 0; u <= sum - t; u++) {
                    int v = sum - t - u;
                    double value = 0;

                    if (t > 0)
                        value =
                            (t > 1 ? (t - 1) * h->r[n + 1][t - 2][u][v] : 0) +
                            pc[0] * h->r[n + 1][t - 1][u][v];
                    else if (u > 0)
                        value =
                            (u > 1 ? (u - 1) * h->r[n + 1][t][u - 2][v] : 0) +
                            pc[1] * h->r[n + 1][t][u - 1][v];
                    else
                        value =
                            (v > 1 ? (v - 1) * h->r[n + 1][t][u][v - 2] : 0) +
                            pc[2] * h->r[n + 1][t][u][v - 1];
                    h->r[n][t][u][v] = value;
                }
}

static double attraction_of(const struct pair *p, const struct hermite *h,
                            const int a[3], const int b[3])
{
    double sum = 0;

    for (int t = 0; t <= a[0] + b[0]; t++)
        for (int u = 0; u <= a[1] + b[1]; u++)
            for (int v = 0; v <= a[2] + b[2]; v++)
                sum += p->axis[0].e[a[0]][b[0]][t] *
                       p->axis[1].e[a[1]][b[1]][u] *
                       p->axis[2].e[a[2]][b[2]][v] * h->r[0][t][u][v];
    return 2 * PI / p->zeta * sum;
}

enum { OVERLAP, KINETIC, ATTRACTION, OPERATORS };

/* Cartesian integrals of two shells, contracted, all segments. */
struct block {
    double value[OPERATORS][SHELL][SHELL];
};

/* Adds one primitive pair of two segments, for one nucleus or, if `h` is NULL,
 * the other two operators. */
static void add_primitive(struct block *block, const struct pair *p,
                          const struct hermite *h, double factor, int row,
                          int column, int la, int lb)
{
    struct component a[CARTESIAN], b[CARTESIAN];
    int na = components_of(la, a), nb = components_of(lb, b);

    for (int i = 0; i < na; i++)
        for (int j = 0; j < nb; j++) {
            int r = row + i, c = column + j;

            if (h) {
                block->value[ATTRACTION][r][c] +=
                    factor * attraction_of(p, h, a[i].l, b[j].l);
                continue;
            }
            block->value[OVERLAP][r][c] +=
                factor * overlap_of(p, a[i].l, b[j].l);
            block->value[KINETIC][r][c] +=
                factor * kinetic_of(p, a[i].l, b[j].l);
        }
}

static void add_segments(struct block *block, const struct pair *p,
                         const struct hermite *h, double charge,
                         const struct hedra_eri_place *a,
                         const struct hedra_eri_place *b, int i, int j)
{
    struct component unused[CARTESIAN];
    int row = 0;

    for (int s = 0; s < a->kind->segments; s++) {
        int column = 0;

        for (int t = 0; t < b->kind->segments; t++) {
            double factor =
                charge * a->shell->coefficient[s * a->shell->primitives + i] *
                b->shell->coefficient[t * b->shell->primitives + j];

            add_primitive(block, p, h, factor, row, column, a->kind->l[s],
                          b->kind->l[t]);
            column += components_of(b->kind->l[t], unused);
        }
        row += components_of(a->kind->l[s], unused);
    }
}

static int max_l(const struct hedra_eri_kind *k)
{
    int l = 0;

    for (int s = 0; s < k->segments; s++)
        l = k->l[s] > l ? k->l[s] : l;
    return l;
}

static void shell_block(struct block *block,
                        const struct hedra_eri_molecule *molecule,
                        const struct hedra_eri_place *a,
                        const struct hedra_eri_place *b)
{
    int l = max_l(a->kind) + max_l(b->kind);

    memset(block, 0, sizeof *block);
    for (int i = 0; i < a->shell->primitives; i++)
        for (int j = 0; j < b->shell->primitives; j++) {
            struct pair p;
            struct hermite h;

            pair_init(&p, a, b, i, j);
            add_segments(block, &p, NULL, 1, a, b, i, j);
            for (int n = 0; n < molecule->atoms; n++) {
                double pc[3];

                for (int k = 0; k < 3; k++)
                    pc[k] = p.centre[k] - molecule->centre[n][k];
                hermite_init(&h, p.zeta, pc, l);
                add_segments(block, &p, &h, -molecule->z[n], a, b, i, j);
            }
        }
}

static int cartesians(const struct hedra_eri_kind *k)
{
    struct component unused[CARTESIAN];
    int n = 0;

    for (int s = 0; s < k->segments; s++)
        n += components_of(k->l[s], unused);
    return n;
}

/* What Cartesian component c adds to function f of a shell. */
static double weight(const struct hedra_eri_kind *k, int f, int c)
{
    return k->spherical ? k->spherical[f * cartesians(k) + c] : f == c;
}

static double transformed(const double value[SHELL][SHELL],
                          const struct hedra_eri_kind *a,
                          const struct hedra_eri_kind *b, int i, int j)
{
    double sum = 0;

    for (int r = 0; r < cartesians(a); r++)
        for (int c = 0; c < cartesians(b); c++)
            sum += weight(a, i, r) * weight(b, j, c) * value[r][c];
    return sum;
}

void one_electron(const struct hedra_eri *eri,
                  const struct hedra_eri_molecule *molecule, double *overlap,
                  double *kinetic, double *attraction)
{
    int n = hedra_eri_functions(eri);
    double *result[OPERATORS] = {overlap, kinetic, attraction};
    struct block block;

    for (int s = 0; s < hedra_eri_shells(eri); s++)
        for (int t = 0; t < hedra_eri_shells(eri); t++) {
            struct hedra_eri_place a = hedra_eri_shell_place(eri, s);
            struct hedra_eri_place b = hedra_eri_shell_place(eri, t);

            shell_block(&block, molecule, &a, &b);
            for (int o = 0; o < OPERATORS; o++)
                for (int i = 0; i < a.kind->functions; i++)
                    for (int j = 0; j < b.kind->functions; j++)
                        result[o][(a.first_function + i) * n +
                                  b.first_function + j] =
                            transformed((const double(*)[SHELL])block.value[o],
                                        a.kind, b.kind, i, j);
        }
}
