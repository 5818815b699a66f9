/* Filters of a Plan that were decided before what they were decided by was
 * written anew: in an earlier part of the region than the nest of the Plan. */
#include <stdio.h>

enum { N = 300, M = 20 };
static int kind[N], next[N];
static double x[N][M];

static void sweep(void)
{
#pragma hedra
    for (int i = 1; i < N; i++) {
        int runs = kind[i] > 10;
        kind[i] = next[i];
        if (runs)
            for (int j = 1; j < M; j++)
                x[i][j] = x[i - 1][j] * 0.5 + x[i][j - 1] * 0.25 + 1;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        kind[i] = i * 7919 % 13;
        next[i] = i * 3571 % 13;
        for (int j = 0; j < M; j++)
            x[i][j] = i + j;
    }
    for (int round = 0; round < 2; round++) {
        sweep();
        double sum = 0;
        long kinds = 0;
        for (int i = 0; i < N; i++) {
            kinds += kind[i] * (i % 17);
            for (int j = 0; j < M; j++)
                sum += x[i][j] * (i % 11 + j);
        }
        printf("%.17g %ld\n", sum, kinds);
    }
    return 0;
}
