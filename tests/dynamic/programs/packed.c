/* A triangular matrix without its zeros: subscripts that are no affine function
 * read what the nest does not write. */
#include <stdio.h>

enum { N = 37 };

static void product(int n, const double *restrict l, const double *restrict x,
                    double *restrict y)
{
#pragma hedra extent(l[n * (n + 1) / 2])
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j <= i; j++)
            s += l[i * (i + 1) / 2 + j] * x[j];
        y[i] = s;
    }
}

/* Of a declared extent. */
static void squares(int n, const int a[restrict n * n], int *restrict b)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        b[i] = a[i * i] + a[i * i / 2];
}

int main(void)
{
    static double l[N * (N + 1) / 2], x[N], y[N];
    static int a[N * N], b[N];
    double sum = 0;

    for (int i = 0; i < N * (N + 1) / 2; i++)
        l[i] = i % 7;
    for (int i = 0; i < N * N; i++)
        a[i] = i * 13 % 29;
    for (int i = 0; i < N; i++)
        x[i] = i % 5;
    product(N, l, x, y);
    squares(N, a, b);
    for (int i = 0; i < N; i++)
        sum += y[i] * i + b[i];
    printf("%.17g\n", sum);
    return 0;
}
