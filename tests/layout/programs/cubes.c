/* A stencil in three dimensions, of sizes that the compiler does not know. */
#include <stdio.h>
#include <stdlib.h>

static void sweep(int n, int m, float a[n][m][n], float b[n][m][n])
{
#pragma hedra layout(a : LAYOUT, b : hilbert)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            for (int k = 1; k < n - 1; k++)
                b[i][j][k] = a[i - 1][j][k] + a[i + 1][j][k] * 2 +
                             a[i][j - 1][k] + a[i][j + 1][k] * 3 +
                             a[i][j][k - 1] + a[i][j][k + 1] * 4;
}

int main(void)
{
    int n = N, m = M;
    float(*a)[m][n] = malloc(sizeof(float[n][m][n]));
    float(*b)[m][n] = calloc(1, sizeof(float[n][m][n]));
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < n; k++)
                a[i][j][k] = (float)((i * 31 + j * 7 + k) % 13) * 0.5f;
    sweep(n, m, a, b);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < n; k++)
                sum += b[i][j][k] * (i + 2 * j + 3 * k) + a[i][j][k];
    printf("%.17g\n", sum);
    free(a);
    free(b);
    return 0;
}
