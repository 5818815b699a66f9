/* A filter on a read-only array: only points that pass it are executed. */
#include <stdio.h>

enum { N = 97, M = 61 };
static float image[N][M], out[N][M];
static unsigned char mask[N][M];

int main(void)
{
    unsigned long long sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            image[i][j] = (float)((i * 31 + j * 17) % 101) / 7;
            mask[i][j] = (unsigned char)((i * 13 + j * 7) % 5);
            out[i][j] = -1;
        }
#pragma hedra
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            if (mask[i][j] > 2 && !(mask[i][j - 1] == 1))
                out[i][j] = 0.25f * (image[i - 1][j] + image[i + 1][j] +
                                     image[i][j - 1] + image[i][j + 1]);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum = sum * 31 + (unsigned)(out[i][j] * 1024);
    printf("%llu %.9g %.9g\n", sum, out[5][7], out[90][33]);
    return 0;
}
