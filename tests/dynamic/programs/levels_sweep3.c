/* A sweep through three dimensions, over cells that hold something. */
#include <stdio.h>

enum { N = 13, M = 11, K = 17 };
static unsigned char full[N][M][K];
static double flux[N][M][K], source[N][M][K];

int main(void)
{
    double sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++) {
                full[i][j][k] = (unsigned char)((i * 3 + j * 5 + k * 7) % 4);
                source[i][j][k] = 1 + (i + 2 * j + 3 * k) % 5;
            }
#pragma hedra
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++)
            for (int k = 1; k < K; k++)
                if (full[i][j][k])
                    flux[i][j][k] =
                        source[i][j][k] +
                        0.3 * (full[i - 1][j][k] ? flux[i - 1][j][k] : 0.5) +
                        0.2 * (full[i][j - 1][k] ? flux[i][j - 1][k] : 0.25) +
                        0.1 * (full[i][j][k - 1] ? flux[i][j][k - 1] : 0.125);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            for (int k = 0; k < K; k++)
                sum += flux[i][j][k] * (1 + (i + j + k) % 3);
    printf("%.17g\n", sum);
    return 0;
}
