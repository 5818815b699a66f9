/* Tridiagonal systems, one in each column: the factors in an array of the
 * column's own, then in one that the caller has. */
#include "tests/field/field.h"

static void solve(int n, double (*a)[n], double (*d)[n])
{
#pragma hedra
    for (int j = 0; j < n; j++) {
        double p[n];
        p[0] = 0.5;
        d[0][j] *= 0.5;
        for (int i = 1; i < n; i++) {
            p[i] = 1 / (2 - a[i][j] * p[i - 1]);
            d[i][j] = (d[i][j] + a[i][j] * d[i - 1][j]) * p[i];
        }
        for (int i = n - 2; i >= 0; i--)
            d[i][j] += p[i] * a[i][j] * d[i + 1][j];
    }
}

static void solve_in(int n, double (*restrict a)[n], double (*restrict d)[n],
                     double *restrict p)
{
#pragma hedra
    for (int j = 0; j < n; j++) {
        p[0] = 0.5;
        d[0][j] *= 0.5;
        for (int i = 1; i < n; i++) {
            p[i] = 1 / (2 - a[i][j] * p[i - 1]);
            d[i][j] = (d[i][j] + a[i][j] * d[i - 1][j]) * p[i];
        }
        for (int i = n - 2; i >= 0; i--)
            d[i][j] += p[i] * a[i][j] * d[i + 1][j];
    }
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 800);
    void *a = field_doubles(n * n), *d = field_doubles(n * n);
    double *p = field_zeros(n, sizeof *p);
    field_begin();
    solve(n, a, d);
    solve_in(n, a, d, p);
    field_end();
    field_sum("d", d, n * n * sizeof(double));
    field_sum("p", p, n * sizeof *p);
}
