/* From a coarse grid to one that is twice as fine: rows of sums of neighbours,
 * which each plane and row has anew. */
#include "tests/field/field.h"

enum { MOST = 160 };

static void prolong(const double *coarse, int m, double *fine, int n)
{
    const double(*z)[m][m] = (const double(*)[m][m])coarse;
    double(*u)[n][n] = (double(*)[n][n])fine;
    double across[MOST], up[MOST], both[MOST];
#pragma hedra
    for (int k = 0; k < m - 1; k++)
        for (int j = 0; j < m - 1; j++) {
            for (int i = 0; i < m; i++) {
                across[i] = z[k][j + 1][i] + z[k][j][i];
                up[i] = z[k + 1][j][i] + z[k][j][i];
                both[i] = z[k + 1][j + 1][i] + z[k + 1][j][i] + across[i];
            }
            for (int i = 0; i < m - 1; i++) {
                u[2 * k][2 * j][2 * i] += z[k][j][i];
                u[2 * k][2 * j][2 * i + 1] +=
                    .5 * (z[k][j][i + 1] + z[k][j][i]);
                u[2 * k][2 * j + 1][2 * i] += .5 * across[i];
                u[2 * k][2 * j + 1][2 * i + 1] +=
                    .25 * (across[i] + across[i + 1]);
                u[2 * k + 1][2 * j][2 * i] += .5 * up[i];
                u[2 * k + 1][2 * j][2 * i + 1] += .25 * (up[i] + up[i + 1]);
                u[2 * k + 1][2 * j + 1][2 * i] += .25 * both[i];
                u[2 * k + 1][2 * j + 1][2 * i + 1] +=
                    .125 * (both[i] + both[i + 1]);
            }
        }
}

int main(int argc, char **argv)
{
    int m = field_size(argc, argv, 9, 34), n = 2 * m;
    if (m > MOST)
        return 2;
    double *z = field_doubles((size_t)m * m * m);
    double *u = field_zeros((size_t)n * n * n, sizeof *u);
    field_begin();
    for (int t = 0; t < 100; t++)
        prolong(z, m, u, n);
    field_end();
    field_sum("prolong", u, sizeof *u * n * n * n);
}
