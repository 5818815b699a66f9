/* Points that depend on the same one on either side of a condition, and points
 * that depend on one that memory names and on one that does not; what a
 * condition within an expression reads changes between two runs. */
#include <stdio.h>

enum { N = 30, M = 34, LONG = 600, ROUNDS = 40 };
static int flag[N][M], side[N][M], back[LONG], wanted[LONG];
static double a[N][M], x[LONG];

static void either(void)
{
#pragma hedra
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++)
            a[i][j] =
                (flag[i][j] == 1 ? 0.125 * a[i][j - 1] : 2) +
                (side[i][j] == 1 ? 0.5 * a[i - 1][j] : 0.25 * a[i - 1][j] + j);
}

static void both(void)
{
#pragma hedra
    for (int i = 1; i < LONG; i++) {
        double sum = wanted[i] ? x[back[i]] : 3;
        for (int k = 0; k < ROUNDS; k++)
            sum = sum * 0.5 + k;
        x[i] = sum + 0.25 * x[i / 2];
    }
}

int main(void)
{
    for (int run = 0; run < 3; run++) {
        double sum = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
                flag[i][j] = (i * 7 + j * j * 13 + i * j) % 2;
                side[i][j] = (i * 5 + j * 11 + i * j * run) % 2;
            }
        for (int i = 0; i < LONG; i++) {
            back[i] = i * 37 % (i + 1) - (i > 0 && i * 37 % (i + 1) == i);
            wanted[i] = (i + run) % 2;
        }
        either();
        both();
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                sum += a[i][j] * (1 + (i * 31 + j) % 7);
        for (int i = 0; i < LONG; i++)
            sum += x[i] * (1 + i * 31 % 7);
        printf("%.17g\n", sum);
    }
    return 0;
}
