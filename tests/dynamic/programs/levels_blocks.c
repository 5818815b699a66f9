/* Points that are worth a Plan on the host too: loops inside each of them. */
#include <math.h>
#include <stdio.h>

enum { N = 75, M = 66, MODES = 40, PIXELS = 24, INTRA = 2 };
static unsigned char flag[N][M];
static float src[N][M][PIXELS], out[N][M];

int main(void)
{
    double sum = 0;
    unsigned random = 7;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            random = random * 1664525u + 1013904223u;
            flag[i][j] = (unsigned char)((random >> 16) % 4);
            for (int k = 0; k < PIXELS; k++)
                src[i][j][k] = (float)((i * 3 + j * 5 + k * 11) % 19);
        }
#pragma hedra
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++)
            if (flag[i][j] == INTRA) {
                float top = flag[i - 1][j] == INTRA ? out[i - 1][j] : 7;
                float left = flag[i][j - 1] == INTRA ? out[i][j - 1] : 5;
                float rest = 0;
                for (int mode = 0; mode < MODES; mode++)
                    for (int k = 0; k < PIXELS; k++)
                        rest += sqrtf(fabsf(src[i][j][k] - 0.5f * (top + left) +
                                            (float)mode));
                out[i][j] = rest / (PIXELS * MODES);
            }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += out[i][j] * (1 + (i + j) % 3);
    printf("%.17g\n", sum);
    return 0;
}
