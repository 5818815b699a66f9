/* Integer sums in points that a Plan takes: they stay whole, or each point
 * would be several launches. */
/* steps: printed */
#include <stdio.h>

enum { N = 45, M = 52, MODES = 40, PIXELS = 16, INTRA = 2 };
static unsigned char flag[N][M];
static int src[N][M][PIXELS], out[N][M], chain[N][M];

static int longest(void)
{
    int most = 0;

    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++) {
            int top = flag[i - 1][j] == INTRA ? chain[i - 1][j] : 0;
            int left = flag[i][j - 1] == INTRA ? chain[i][j - 1] : 0;
            int before = top > left ? top : left;
            chain[i][j] = flag[i][j] == INTRA ? 1 + before : 0;
            most = chain[i][j] > most ? chain[i][j] : most;
        }
    return most;
}

int main(void)
{
    unsigned random = 7, sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            random = random * 1664525u + 1013904223u;
            flag[i][j] = (unsigned char)((random >> 16) % 4);
            for (int k = 0; k < PIXELS; k++)
                src[i][j][k] = (i * 3 + j * 5 + k * 11) % 19;
        }
#pragma hedra
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++)
            if (flag[i][j] == INTRA) {
                int top = flag[i - 1][j] == INTRA ? out[i - 1][j] : 7;
                int left = flag[i][j - 1] == INTRA ? out[i][j - 1] : 5;
                int rest = 0;
                for (int mode = 0; mode < MODES; mode++)
                    for (int k = 0; k < PIXELS; k++)
                        rest += (src[i][j][k] - (top + left + mode) / 2) / 4;
                out[i][j] = (top + left) / 2 + rest / (MODES * PIXELS);
            }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum = sum * 31 + (unsigned)out[i][j];
    printf("%u\nsteps %d\n", sum, longest());
    return 0;
}
