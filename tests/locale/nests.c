/* Nests whose text, plans and explanations are full of numbers with a point. */
#include "tests/locale/nests.h"

#include <math.h>

void nests(double a[2][N][N], double c[N][N], float f[N])
{
#pragma hedra
    for (int t = 0; t < STEPS; t++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                a[(t + 1) % 2][i][j] = 0.25 * a[t % 2][i][j] +
                                       1.875e-1 * a[t % 2][i - 1][j] +
                                       .1 * a[t % 2][i + 1][j] +
                                       0x1.8p-3 * a[t % 2][i][j - 1] + 1e-300;
#pragma hedra
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = 0.5;
            for (int k = 0; k < N; k++)
                c[i][j] += a[0][i][k] * a[0][k][j];
        }
#pragma hedra
    for (int i = 0; i < N; i++)
        f[i] = 0.1f * expf(0.01f * f[i]) + 1.5e-3f;
}
