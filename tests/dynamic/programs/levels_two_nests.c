/* The filter is written by an earlier nest of the same region. */
#include <stdio.h>

enum { N = 33, M = 70 };
static int kind[N][M], seed[N][M];
static double value[N][M];

int main(void)
{
    double sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            seed[i][j] = (i * 37 + j * 101 + i * i * j) % 1000;
#pragma hedra
    {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                kind[i][j] = seed[i][j] % 3;
        for (int i = 1; i < N; i++)
            for (int j = 1; j < M; j++)
                if (kind[i][j] == 1)
                    value[i][j] =
                        1 + (kind[i - 1][j] == 1 ? value[i - 1][j] * 0.5 : 0) +
                        (kind[i][j - 1] == 1 ? value[i][j - 1] * 0.25 : 0);
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += value[i][j] * (1 + (i * 3 + j) % 5);
    printf("%.17g\n", sum);
    return 0;
}
