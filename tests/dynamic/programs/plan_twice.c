/* Filters that read what is written again before it is tested again, a variable
 * or an element: no list of points tells both. */
/* hedrac: --plan=compact */
#include <stdio.h>

enum { N = 60, M = 70 };
static int f[N][M], g[N][M];
static double a[N][M], b[N][M];

static void by_variable(void)
{
#pragma hedra
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int t = f[i][j];
            if (t > 2)
                a[i][j] = 1.0 / (1 + t) + i;
            t += g[i][j];
            if (t > 2)
                b[i][j] = 1.0 / (2 + t) + j;
        }
}

static void by_element(void)
{
#pragma hedra
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            if (f[i][j] > 2)
                a[i][j] = 1.0 / (1 + f[i][j]) + a[i][j];
            if (f[i][j] > 2)
                f[i][j] = g[i][j] + f[i][j];
            if (f[i][j] > 2)
                b[i][j] = 1.0 / (2 + f[i][j]) + b[i][j];
        }
}

static void show(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += (a[i][j] - 2 * b[i][j]) * (1 + (i * 31 + j) % 7);
    printf("%.17g\n", sum);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            f[i][j] = (i * 7 + j * j * 13 + i * j) % 5;
            g[i][j] = (i * 5 + j * 11 + i * j) % 4 - 2;
        }
    by_variable();
    show();
    by_element();
    show();
    return 0;
}
