#include <math.h>

/* What is launched again and again, but has less to do than a launch takes, runs
 * in one block: a recurrence over vectors, ... */
void solve(int n, double x[n], const double b[n], const double l[n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] = x[i] / l[i][i];
    }
}

/* ... the tile on the diagonal of a factorisation, whose steps are done several at
 * a time, ... */
void cholesky(int n, double a[n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k];
        a[i][i] = sqrt(a[i][i]);
    }
}

/* ... and not what has two dimensions. */
void heat(int steps, int n, double a[n][n], double b[n][n])
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = 0.25 * b[i][j];
    }
}
