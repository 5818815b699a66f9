/* Loops that threads share: the first one each time the region runs, the others
 * in a loop around them, so that they may run in place. Variables that hold
 * constants are given to their functions as such. Threads share a loop only if
 * the arrays of this very call do not overlap. */
#include <stdio.h>

enum { N = 60, STEPS = 9 };

static void sweep(int n, double a[n][n], double b[n][n])
{
    int i, unset;
    int width = N - 1;
    double half = 0.5;
    unsigned char offset = 255;
    unset = 3;
#pragma hedra
    {
        for (i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] += i - j + width + offset + unset;
        for (int t = 0; t < STEPS; t++) {
            for (i = n - 2; i >= 1; i -= 1)
                for (int j = 1; j < n - 1; j++)
                    b[i][j] = a[i - 1][j] + a[i + 1][j];
            for (i = 1; i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    a[i][j] = half * b[i][j];
        }
    }
}

static void shift(int n, const double *x, double *y)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        y[i] = 0.5 * x[i] + 1;
}

int main(void)
{
    static double a[N][N], b[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 7 + j * 3) % 11;
    sweep(N, a, b);
    sweep(N, a, b);
    shift(N, a[0], b[0]);
    shift(N, a[0], b[1]);
    shift(N, a[0], a[0] + 1);
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += a[i][j] * (i + 2 * j) + b[i][j];
    printf("%.17g\n", sum);
    return 0;
}
