/* Gather and scatter by a permutation: injective subscripts do not meet. */
#include <stdio.h>

enum { N = 5000, M = 40 };
static int perm[N], order[M];
static double x[N], y[N], z[N], a[N / 10][M];

int main(void)
{
    for (int i = 0; i < N; i++) {
        perm[i] = (int)((i * 1237L + 11) % N);
        x[i] = i * 0.37;
        z[i] = i % 7;
    }
    for (int j = 0; j < M; j++)
        order[j] = (j * 13 + 5) % M;
#pragma hedra injective(perm, order)
    {
        for (int i = 0; i < N; i++)
            y[perm[i]] = x[i] * 2;
        for (int i = 0; i < N; i++) {
            const int p = perm[i];
            z[p] += x[p] - y[i];
        }
        for (int i = 0; i < N / 10; i++)
            for (int j = 0; j < M; j++)
                a[i][order[j]] = z[i] + j;
    }
    for (int i = 0; i < N; i += 7)
        printf("%.17g %.17g\n", y[i], z[i]);
    for (int i = 0; i < N / 10; i += 9)
        for (int j = 0; j < M; j++)
            printf("%.17g\n", a[i][j]);
    return 0;
}
