/*
 * Nests on grids that are tables of tables of pointers to rows, which lie in
 * many ways: as parts of one block, one allocated after the
 * other, upside down, at ragged places, upon each other, or only there where
 * the nests touch them. All but the first two run as plain C.
 */
#include "tests/field/field.h"

typedef double ***grid;

enum layout {
    BLOCK,      /* equally spaced, with room between planes */
    ALLOCATED,  /* each row, and each table, by malloc */
    UPSIDE,     /* the last row first */
    RAGGED,     /* one row lies elsewhere */
    TWICE,      /* two rows are the same */
    PLANE,      /* two tables are the same */
    INSIDE,     /* no rows where the nests touch none */
    PLANES_LAST /* the last plane lies elsewhere */
};

static grid make_grid(enum layout layout, int n)
{
    long stride = n + 3, rows = n + 2;
    double *block = field_doubles((n + 1) * rows * stride);
    grid g = field_zeros(n, sizeof *g);
    for (int i = 0; i < n; i++) {
        g[i] = field_zeros(n, sizeof *g[i]);
        for (int j = 0; j < n; j++) {
            long at = i * rows + j;
            if (layout == UPSIDE)
                at = (n - 1 - i) * rows + n - 1 - j;
            g[i][j] =
                layout == ALLOCATED ? field_doubles(n) : block + at * stride;
        }
    }
    if (layout == RAGGED)
        g[n / 2][n / 2] += 2;
    if (layout == TWICE)
        g[n / 2][n / 2] = g[n / 2][n / 2 - 1];
    if (layout == PLANE)
        g[n / 2] = g[n / 2 - 1];
    if (layout == PLANES_LAST)
        for (int j = 0; j < n; j++)
            g[n - 1][j] += rows * stride;
    if (layout == INSIDE)
        for (int i = 0; i < n; i++) {
            g[i][0] = NULL;
            if (i == 0 || i == n - 1)
                g[i] = NULL;
        }
    return g;
}

static void resid(int n, grid u, grid v, grid r)
{
    double near[64], far[64];
#pragma hedra
    for (int i = 2; i < n - 2; i++)
        for (int j = 2; j < n - 2; j++) {
            for (int k = 0; k < n; k++) {
                near[k] = u[i][j - 1][k] + u[i][j + 1][k] + u[i - 1][j][k] +
                          u[i + 1][j][k];
                far[k] = u[i - 1][j - 1][k] + u[i + 1][j + 1][k];
            }
            for (int k = 1; k < n - 1; k++)
                r[i][j][k] = v[i][j][k] - 0.75 * u[i][j][k] +
                             0.25 * (near[k - 1] + far[k]) + near[k + 1];
        }
}

/* The coarser grid's values at every other place of the finer one. */
static void prolong(int n, grid coarse, grid fine, int d)
{
    double sum[64];
#pragma hedra
    for (int i = 1; i < n / 2 - 1; i++)
        for (int j = 1; j < n / 2 - 1; j++) {
            for (int k = 0; k < n / 2; k++)
                sum[k] = coarse[i][j + 1][k] + coarse[i][j][k];
            for (int k = 0; k < n / 2 - 1; k++) {
                fine[2 * i][2 * j][2 * k] += coarse[i][j][k];
                fine[2 * i][2 * j][2 * k + 1] += 0.5 * coarse[i][j][k + 1];
            }
            for (int k = 0; k < n / 2 - 1; k++)
                fine[2 * i][2 * j + 1][2 * k] += 0.5 * sum[k];
        }
#pragma hedra
    for (int i = 2; i < n / 2; i++)
        for (int j = 2; j < n / 2; j++)
            for (int k = d; k < n / 2; k++)
                fine[2 * i - d - 1][2 * j - d - 1][2 * k - d - 1] +=
                    coarse[i - 1][j - 1][k - 1];
}

/* The borders of two directions, and then of the third one. */
static void wrap(int n, grid u)
{
#pragma hedra
    for (int i = 1; i < n - 1; i++) {
        for (int j = 1; j < n - 1; j++) {
            u[i][j][n - 1] = u[i][j][1];
            u[i][j][0] = u[i][j][n - 2];
        }
        for (int k = 0; k < n; k++) {
            u[i][n - 1][k] = u[i][1][k];
            u[i][0][k] = u[i][n - 2][k];
        }
    }
#pragma hedra
    for (int j = 0; j < n; j++)
        for (int k = 0; k < n; k++) {
            u[n - 1][j][k] = u[1][j][k];
            u[0][j][k] = u[n - 2][j][k];
        }
}

static void print_grid(const char *name, int n, grid g)
{
    double sum = 0;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n; j++)
            for (int k = 0; k < n; k++)
                sum += g[i][j][k] * ((i * 5 + j * 3 + k) % 17);
    printf("%s %.17g\n", name, sum);
}

int main(void)
{
    int n = 14;
    for (int layout = BLOCK; layout <= PLANES_LAST; layout++) {
        grid u = make_grid(layout, n), v = make_grid(layout, n),
             r = make_grid(layout, n);
        if (layout != INSIDE)
            wrap(n, u);
        resid(n, u, v, r);
        print_grid("resid", n, r);
        prolong(n, v, u, 1);
        print_grid("prolong", n, u);
        resid(n, u, r, r);
        print_grid("itself", n, r);
    }
    return 0;
}
