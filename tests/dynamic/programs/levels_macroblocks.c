/* Intra blocks depend on intra neighbours only: a Plan by levels, at shares of
 * intra blocks from none to all of them. */
#include <stdio.h>

enum { N = 37, M = 53, SKIP = 0, INTER, INTRA };
static unsigned char flag[N][M];
static float ref[N][M], src[N][M], out[N][M];

static void encode(int n, int m)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (flag[i][j] == INTER)
                out[i][j] = 0.5f * (ref[i][j] + src[i][j]);
            if (flag[i][j] == INTRA)
                out[i][j] =
                    src[i][j] -
                    0.5f * ((i > 0 && flag[i - 1][j] == INTRA ? out[i - 1][j]
                                                              : 128.0f) +
                            (j > 0 && flag[i][j - 1] == INTRA ? out[i][j - 1]
                                                              : 128.0f));
        }
}

int main(void)
{
    unsigned random = 1;

    for (int share = 0; share <= 100; share += 20) {
        double sum = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
                random = random * 1664525u + 1013904223u;
                int draw = (int)(random >> 16) % 100;
                flag[i][j] = (unsigned char)(draw < share ? INTRA
                                             : draw & 1   ? INTER
                                                          : SKIP);
                ref[i][j] = (float)(i + j);
                src[i][j] = (float)(i * j % 17);
                out[i][j] = -1;
            }
        encode(N, M);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                sum += out[i][j] * (1 + (i * 31 + j) % 7);
        printf("%d %.17g\n", share, sum);
    }
    return 0;
}
