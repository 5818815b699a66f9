/* filter SHARE: about 200 operations at each point of a plane that its mask
 * lets through, SHARE per cent of all. Prints a sum of the results. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 512, M = 1024 };
static float a[N][M], b[N][M];
static int mask[N][M];

int main(int argc, char **argv)
{
    unsigned share = argc > 1 ? (unsigned)atoi(argv[1]) : 5, seed = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            seed = seed * 1664525u + 1013904223u;
            mask[i][j] = (seed >> 8) % 100 < share;
            a[i][j] = (float)(seed >> 16) / 65536;
        }
#pragma hedra
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            if (mask[i][j]) {
                float s = a[i][j];
                for (int k = 0; k < 100; k++)
                    s = s * 0.99f + 0.01f;
                b[i][j] = s;
            }
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum = 0.9 * sum + b[i][j];
    printf("%.17g\n", sum);
    return 0;
}
