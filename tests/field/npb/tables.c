/*
 * Steps of a multigrid method on grids that are tables of tables of pointers to
 * rows: with room between planes, or with the table of each plane there.
 */
#include "tests/field/field.h"

#include <stdbool.h>

typedef double ***grid;

static grid make_grid(bool between, int n)
{
    long stride = n + 3, rows = n + 2;
    double *block = field_doubles(n * rows * stride);
    grid g = field_zeros(n, sizeof *g);
    for (int i = 0; i < n; i++) {
        double *plane = block + i * rows * stride;
        g[i] = between ? (double **)(plane + n * stride)
                       : field_zeros(n, sizeof *g[i]);
        for (int j = 0; j < n; j++)
            g[i][j] = plane + j * stride;
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

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 14, 62);
    for (int between = 0; between < 2; between++) {
        grid u = make_grid(between, n), v = make_grid(between, n),
             r = make_grid(between, n);
        field_begin();
        wrap(n, u);
        resid(n, u, v, r);
        prolong(n, v, u, 1);
        field_stop();
        print_grid("resid", n, r);
        print_grid("prolong", n, u);
    }
    field_print();
    return 0;
}
