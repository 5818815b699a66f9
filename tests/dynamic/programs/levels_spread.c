/* Points of several guarded statements: an element that is accumulated by one
 * after the other, statements of different times, those that the schedule runs
 * in order, and loops that count down. */
/* steps: printed */
#include <stdio.h>

enum { N = 40, M = 70 };
static int in[N][M];
static double a[N][M], b[N][M];
static int steps, level[N][M], second[N][M];

static void frame(void)
{
#pragma hedra
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++)
            if (in[i][j]) {
                double s = b[i][j];
                if (in[i - 1][j])
                    s += a[i - 1][j];
                if (in[i][j - 1])
                    s += a[i][j - 1] * 0.5;
                a[i][j] = s * 0.5;
            }
}

static void alternate(void)
{
#pragma hedra
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++) {
            if (in[i][j])
                b[i][j] = a[i - 1][j] * 0.5 + 1;
            if (in[i][j])
                a[i][j] = b[i][j - 1] * 0.25 + b[i][j] * 0.5;
        }
}

static void crossed(void)
{
#pragma hedra
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++) {
            if (in[i][j])
                a[i][j] = a[i][j] * 0.5 + b[i][j - 1] * 0.25;
            if (in[i][j])
                b[i][j] = a[i][j] * 0.5 + b[i - 1][j] * 0.125;
        }
}

static void backwards(void)
{
#pragma hedra
    for (int i = N - 2; i >= 0; i--)
        for (int j = M - 2; j >= 0; j--) {
            if (in[i][j])
                a[i][j] = a[i][j] * 0.5 + b[i][j + 1] * 0.25;
            if (in[i][j])
                b[i][j] = a[i][j] * 0.5 + b[i + 1][j] * 0.125;
        }
}

static int greater(int x, int y)
{
    return x > y ? x : y;
}

/* The longest chain of neighbours. */
static void count(void)
{
    int most = 0;
    for (int i = 1; i < N; i++)
        for (int j = 1; j < M; j++) {
            int top = i > 1 ? level[i - 1][j] : 0;
            int left = j > 1 ? level[i][j - 1] : 0;
            level[i][j] = in[i][j] ? 1 + greater(top, left) : 0;
            most = greater(most, level[i][j]);
        }
    steps += 2 * most; /* frame and crossed */
}

static void count_backwards(void)
{
    int most = 0;
    for (int i = N - 2; i >= 0; i--)
        for (int j = M - 2; j >= 0; j--) {
            int top = i < N - 2 ? level[i + 1][j] : 0;
            int left = j < M - 2 ? level[i][j + 1] : 0;
            level[i][j] = in[i][j] ? 1 + greater(top, left) : 0;
            most = greater(most, level[i][j]);
        }
    steps += most;
}

static void count_alternate(void)
{
    int most = 0;
    for (int i = 1; i < N; i++) {
        for (int j = 1; j < M; j++)
            level[i][j] = in[i][j] ? 1 + (i > 1 ? second[i - 1][j] : 0) : 0;
        for (int j = 1; j < M; j++) {
            int left = j > 1 ? level[i][j - 1] : 0;
            second[i][j] = in[i][j] ? 1 + greater(left, level[i][j]) : 0;
            most = greater(most, second[i][j]);
        }
    }
    steps += most;
}

static void show(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += a[i][j] * (1 + i % 7) + b[i][j] * (1 + j % 5);
    printf("%.17g\n", sum);
}

int main(void)
{
    static const int share[] = {0, 30, 80, 100};
    unsigned random = 7;
    for (int s = 0; s < 4; s++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++) {
                random = random * 1664525u + 1013904223u;
                in[i][j] = (int)(random >> 8) % 100 < share[s];
                a[i][j] = 0.25 * ((i + j) % 9);
                b[i][j] = 0.125 * ((i * j) % 11);
            }
        frame();
        show();
        alternate();
        show();
        crossed();
        show();
        backwards();
        show();
        count();
        count_alternate();
        count_backwards();
    }
    printf("steps %d\n", steps);
    return 0;
}
