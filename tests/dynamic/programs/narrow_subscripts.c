/* Conversions to char in subscripts: what is distinct, or of so many columns,
 * is so no longer behind them. */
#include <stdio.h>

enum { N = 300 };
static int perm[N], hits[256], value[N];
static int x[N * N], y[N * N];

/* Different elements of perm tell the same place. */
static void scatter(int n)
{
#pragma hedra injective(perm)
    for (int i = 0; i < n; i++)
        hits[(unsigned char)perm[i]] =
            3 * hits[(unsigned char)perm[i]] + value[i];
}

/* Rows of (unsigned char)(n + m) columns overlap. */
static void rows(int n, int m)
{
#pragma hedra
    for (int i = 0; i < N - 50; i++)
        for (int j = 0; j < 100; j++)
            x[i * (unsigned char)(n + m) + j] =
                3 * x[i * (unsigned char)(n + m) + j] + i + j;
}

/* The same columns again, by a counter that wraps around. */
static void columns(int n)
{
#pragma hedra
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            y[i * n + (unsigned char)j] =
                3 * y[i * n + (unsigned char)j] + i - j;
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        perm[i] = i * 7 % N;
        value[i] = i % 23;
    }
    for (int i = 0; i < N * N; i++) {
        x[i] = i % 101;
        y[i] = i % 97;
    }
    scatter(N);
    rows(N - 100, 100);
    columns(N);
    for (int i = 0; i < 256; i++)
        printf("%d\n", hits[i]);
    for (int i = 0; i < N * N; i += 3)
        printf("%d %d\n", x[i], y[i]);
    return 0;
}
