/* Several statements to a point, with conditions held in temporaries. */
#include <stdio.h>

enum { N = 45, M = 38, SKIP = 0, INTER, INTRA };
static unsigned char flag[N][M];
static float ref[N][M], src[N][M], out[N][M];

int main(void)
{
    double sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            flag[i][j] = (unsigned char)((i * 7 + j * j * 13 + i * j) % 3);
            ref[i][j] = (float)(i - j);
            src[i][j] = (float)(i * j % 23) / 3;
        }
#pragma hedra
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            int kind = flag[i][j];
            if (kind == INTER) {
                out[i][j] = 0.5f * (ref[i][j] + src[i][j]);
            } else if (kind == INTRA) {
                float top = 128, left = 128;
                if (i > 0 && flag[i - 1][j] == INTRA)
                    top = out[i - 1][j];
                if (j > 0 && flag[i][j - 1] == INTRA)
                    left = out[i][j - 1];
                out[i][j] = src[i][j] - 0.5f * (top + left);
            }
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += out[i][j] * (1 + (i * 31 + j) % 7);
    printf("%.17g %.9g\n", sum, out[N - 1][M - 1]);
    return 0;
}
