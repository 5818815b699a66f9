/* A Plan along three dimensions whose points are no box, with coordinates that
 * begin below zero. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 23, M = 19, L = 37 };
static int cell[N][M][L];
static long long out[N][M][L];

int main(void)
{
    setenv("HEDRA_PLAN", "plan", 0);
    for (int k = 0; k < N * M * L; k++) {
        (&cell[0][0][0])[k] = k * 7919 % 101;
        (&out[0][0][0])[k] = k;
    }
#pragma hedra
    for (int i = -5; i < N - 5; i++)
        for (int j = -2; j < M - 2 && j <= i + 5; j++)
            for (int k = 3; k < L - (i + 5) % 2; k++)
                if (cell[i + 5][j + 2][k] % 10 == 3) {
                    long long s = out[i + 5][j + 2][k];
                    for (int t = 0; t < 20; t++)
                        s = s * 31 + (s >> 7) + t * j;
                    out[i + 5][j + 2][k] = s;
                }
    unsigned long long sum = 0;
    for (int k = 0; k < N * M * L; k++)
        sum = sum * 3 + (unsigned long long)(&out[0][0][0])[k];
    printf("%llu\n", sum);
    return 0;
}
