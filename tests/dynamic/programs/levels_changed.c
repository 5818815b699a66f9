/* A Plan is made anew when what only a temporary of its points shows, or only a
 * condition within an expression, has changed, and serves again if nothing
 * has. */
/* plans: printed */
#include <stdio.h>

enum { N = 30, M = 34, RUNS = 6 };
static int kind[N][M], chosen[N][M];
static double a[N][M], b[N][M];
static int made, kept;

static void by_temporary(void)
{
#pragma hedra
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++) {
            int here = kind[i][j];
            if (here == 1)
                a[i][j] = 1 + 0.5 * a[i - 1][j] + 0.25 * a[i][j - 1];
        }
}

static void by_condition(void)
{
#pragma hedra
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++)
            b[i][j] = 1 + (chosen[i][j] == 1 ? 0.5 * b[i - 1][j] : 2) +
                      (chosen[i][j] == 2 ? 0.25 * b[i][j - 1] : 3);
}

static void show(double x[N][M])
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += x[i][j] * (1 + (i * 31 + j) % 7);
    printf("%.17g\n", sum);
}

int main(void)
{
    for (int run = 0; run < RUNS; run++) {
        int salt = run / 2; /* each second run finds what the one before did */
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
                kind[i][j] = (i * 7 + j * j * 13 + i * j * (1 + salt)) % 3;
                chosen[i][j] = (i * 5 + j * j * 11 + i * j * (1 + salt)) % 3;
            }
        by_temporary();
        show(a);
        by_condition();
        show(b);
        made += run % 2 ? 0 : 2;
        kept += run % 2 ? 2 : 0;
    }
    printf("made %d kept %d\n", made, kept);
    return 0;
}
