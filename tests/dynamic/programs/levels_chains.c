/* Chains along one loop that filters cut: of each next element, of every third
 * one behind a threshold, downwards, and of two statements. */
/* steps: printed */
#include <math.h>
#include <stdio.h>

enum { N = 3000 };
static int f[N], h[N];
static double x[N], y[N], w[N];
static int steps;

static double g(double v)
{
    return sqrt(v + 1) + sqrt(v + 2) * 0.5 + sqrt(v + 3) * 0.25 +
           sqrt(v + 4) * 0.125 + sqrt(v + 5) * 0.125 + sqrt(v + 6) * 0.125 +
           sqrt(v + 7) * 0.125 + sqrt(v + 8) * 0.125 + sqrt(v + 9) * 0.125 +
           sqrt(v + 10) * 0.125;
}

static void each(int n)
{
#pragma hedra
    for (int i = 1; i < n; i++)
        if (f[i])
            x[i] = g(x[i - 1]);
}

static void third(int n, double least)
{
#pragma hedra
    for (int i = 3; i < n; i++)
        if (w[i] > least)
            x[i] = g(x[i - 3]) + w[i] * 0.125;
}

static void down(int n)
{
#pragma hedra
    for (int i = n - 2; i >= 0; i--)
        if (f[i] && h[i] != 3)
            y[i] = 0.5 * g(y[i + 1]);
}

static void two(int n)
{
#pragma hedra
    for (int i = 1; i < n; i++) {
        if (f[i])
            x[i] = g(y[i - 1]);
        if (h[i])
            y[i] = x[i] * 0.5 + 1;
    }
}

/* The longest chain: runs(i), of which cut(i) says that it needs no other. */
static int level[N];
static void longest(int n, int distance, int runs, int i, int joined)
{
    (void)n;
    level[i] = runs ? 1 + (joined ? level[i + distance] : 0) : 0;
}

static int most(int begin, int end)
{
    int found = 0;
    for (int i = begin; i < end; i++)
        found = level[i] > found ? level[i] : found;
    return found;
}

static void count(int n, double least)
{
    for (int i = 1; i < n; i++)
        longest(n, -1, f[i], i, i > 1 && f[i - 1]);
    steps += most(1, n);
    for (int i = 3; i < n; i++)
        longest(n, -3, w[i] > least, i, i > 5 && w[i - 3] > least);
    steps += most(3, n);
    for (int i = n - 2; i >= 0; i--)
        longest(n, 1, f[i] && h[i] != 3, i,
                i < n - 2 && f[i + 1] && h[i + 1] != 3);
    steps += most(0, n - 1);
    for (int i = 1; i < n; i++)
        longest(n, -1, f[i] || h[i], i, i > 1 && f[i] && h[i - 1]);
    steps += most(1, n);
}

static void show(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i] * (1 + i % 7) + y[i] * (1 + i % 5);
    printf("%.17g\n", sum);
}

int main(void)
{
    static const int share[] = {0, 40, 90, 100};
    unsigned random = 1;
    for (int s = 0; s < 4; s++)
        for (int n = 0; n <= N; n += N - N / 3 - 7) {
            for (int i = 0; i < N; i++) {
                random = random * 1664525u + 1013904223u;
                f[i] = (int)(random >> 8) % 100 < share[s];
                h[i] = (int)(random >> 9) % 4;
                x[i] = 0.25 * (i % 9);
                y[i] = 0.125 * (i % 11);
                w[i] = (int)(random >> 10) % 16;
            }
            each(n);
            third(n, 7);
            down(n);
            two(n);
            if (n > 0)
                count(n, 7);
            show();
        }
    printf("steps %d\n", steps);
    return 0;
}
