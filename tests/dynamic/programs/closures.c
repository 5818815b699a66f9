/* Closures as people write them: under an if, on rows in one long array, on
 * bytes with && and ||, with conversions in subscripts. */
#include <stdio.h>

enum { N = 70, M = 270 };

static int d[N * N], e[N * N];
static unsigned char r[N][N], q[N * N];
static long w[M][M];

static void shorter(int n, int *a)
{
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (a[i * n + k] + a[k * n + j] < a[i * n + j])
                    a[i * n + j] = a[i * n + k] + a[k * n + j];
}

static void turned(size_t n, int *a)
{
#pragma hedra
    for (int k = 2; k < n; k++)
        for (int j = 2; j < n; j++)
            for (int i = 2; i < n; i++)
                if (a[j + n * i] > 3)
                    if (a[k + n * i] < a[j + n * k])
                        a[j + n * i] = a[k + n * i] - 1;
}

static void reach(int n, unsigned char (*a)[N])
{
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (a[i][k] && a[k][j])
                    a[i][j] = 1;
}

static void reach_once(int n, unsigned char *a)
{
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i * n + j] = a[i * n + j] || (a[i * n + k] && a[k * n + j]);
}

/* Rows beyond 255 are others than (unsigned char)k. */
static void wrapping(int n, long (*a)[M])
{
#pragma hedra
    for (int k = 200; k < n; k++)
        for (int i = 200; i < n; i++)
            for (int j = 200; j < n; j++)
                a[i][j] = a[i][k] < a[(unsigned char)k][j]
                              ? a[i][j]
                              : a[(unsigned char)k][j] - a[i][k] / 2;
}

/* A quotient is only formed where a test before it holds. */
static void quotients(int n, int *a)
{
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (a[i * n + k] != 0 && a[k * n + j] / a[i * n + k] > 4)
                    a[i * n + j]--;
}

int main(void)
{
    for (int i = 0; i < N * N; i++) {
        d[i] = i * 1103 % 997;
        e[i] = i * 31 % 17;
        r[i / N][i % N] = q[i] = i * 37 % 61 == 0;
    }
    for (int i = 0; i < M * M; i++)
        w[i / M][i % M] = i * 577 % 499;
    shorter(N, d);
    turned(N, e);
    quotients(N - 3, e);
    reach(N, r);
    reach_once(N - 1, q);
    wrapping(M, w);
    for (int i = 0; i < N * N; i++)
        printf("%d %d %d %d %ld\n", d[i], e[i], r[i / N][i % N], q[i],
               w[i / N + 200][i % N + 200]);
    return 0;
}
