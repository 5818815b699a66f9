/* Subscripts that wrap around the size of an array: remainders and quotients of
 * a parameter, signed and unsigned, beyond both ends, of sizes down to one. */
#include <stdio.h>

enum { MOST = 40 };

static void shift(int n, int steps, double *restrict a, double *restrict b)
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            b[i] = a[(i + 1) % n] - .5 * a[(i - 1 + n) % n] +
                   .25 * a[(i + n / 2) % n];
        for (int i = 0; i < n; i++)
            a[i] = b[i];
    }
}

/* In place: what lies before the end is read after it was written. */
static void in_place(size_t n, size_t m, int a[n][m])
{
#pragma hedra
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            a[(i + 2) % n][(j + m - 1) % m] += a[i][j] + (int)((i + j) / n);
}

/* A negative dividend has a negative remainder. */
static void signs(int n, const int *restrict x, int *restrict y)
{
#pragma hedra
    for (int i = -n; i < 3 * n; i++)
        y[i + n] = x[i % n + n] + i / n;
}

/* The divisor is an iterator. */
static void by_iterator(int n, int a[restrict n][n], int b[restrict n][2 * n])
{
#pragma hedra
    for (int i = 1; i < n; i++)
        for (int j = 0; j < 2 * i; j++)
            b[i][j] = a[i][j % i] + j / i;
}

int main(void)
{
    static double a[MOST], b[MOST];
    static int c[MOST * MOST], d[2 * MOST * MOST];

    for (int n = 1; n < MOST; n += 3) {
        double sum = 0;
        unsigned long total = 0;
        for (int i = 0; i < MOST; i++)
            a[i] = i % 7 + n;
        for (int i = 0; i < MOST * MOST; i++)
            c[i] = i * 31 % 17;
        shift(n, 4, a, b);
        in_place((size_t)n, (size_t)n % 7 + 1, (void *)c);
        signs(n, c, d);
        by_iterator(n, (void *)c, (void *)(d + 4 * n));
        for (int i = 0; i < MOST; i++)
            sum += a[i] * (i + 1) + b[i];
        for (int i = 0; i < MOST * MOST; i++)
            total = total * 5 + (unsigned)(c[i] + 3 * d[i] + d[MOST * MOST + i]);
        printf("%.17g %lu\n", sum, total);
    }
    return 0;
}
