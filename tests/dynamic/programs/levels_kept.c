/* A Plan serves again while what it was made from stays: a loop that solves with
 * one matrix after the other, whose values and right-hand sides change without
 * consequence, whose structure changes in plain C between two runs, and in one
 * entry; other sizes; a threshold that is a scalar; and a matrix that is kept on
 * the device. */
/* steps: printed */
/* plans: printed */
#include <stdio.h>

enum { N = 300, W = 3 };
static int row[N + 1], col[N * W];
static double val[N * W], b[N], x[N], weight[N * W];
static unsigned random = 1;
static int steps, made, kept;

static int draw(int below)
{
    random = random * 1664525u + 1013904223u;
    return (int)(random >> 8) % below;
}

static void fill(void)
{
    int nz = 0;
    for (int i = 0; i < N; i++) {
        row[i] = nz;
        for (int k = 0; k < W && i > 0 && i % 7; k++) {
            col[nz] = draw(i);
            weight[nz] = draw(8);
            val[nz++] = 0.125 * (1 + draw(5));
        }
    }
    row[N] = nz;
}

static void count(int n, double least)
{
    static int level[N];
    int most = 0;
    for (int i = 0; i < n; i++) {
        level[i] = 1;
        for (int k = row[i]; k < row[i + 1]; k++)
            if (weight[k] >= least && level[col[k]] >= level[i])
                level[i] = level[col[k]] + 1;
        most = level[i] > most ? level[i] : most;
    }
    steps += most;
}

static void show(int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * (1 + i % 7);
    printf("%.17g\n", sum);
}

static void solve(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        double s = b[i];
        for (int k = row[i]; k < row[i + 1]; k++)
            s -= val[k] * x[col[k]];
        x[i] = s;
    }
}

static void heavy(int n, double least)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        double s = b[i];
        for (int k = row[i]; k < row[i + 1]; k++)
            if (weight[k] >= least)
                s -= val[k] * x[col[k]];
        x[i] = s;
    }
}

/* again: has the same been solved in the run before? */
static void try(int n, int again)
{
    for (int i = 0; i < n; i++)
        b[i] = draw(17) - 8;
    count(n, 0);
    solve(n);
    show(n);
    made += !again;
    kept += again;
}

static void try_heavy(int n, double least, int again)
{
    count(n, least);
    heavy(n, least);
    show(n);
    made += !again;
    kept += again;
}

int main(void)
{
    fill();
    try(N, 0);
    try(N, 1);
    for (int k = 0; k < row[N]; k++)
        val[k] += 0.125;
    try(N, 1);
    col[row[290]] = 0;
    try(N, 0);
    try(N, 1);
    col[row[N] - 1] = N - 2;
    try(N, 0);
    try(N, 1);
    try(N - 40, 0);
    try(N - 40, 1);
    try(N, 0);
    try_heavy(N, 4, 0);
    try_heavy(N, 4, 1);
    try_heavy(N, 2, 0);
    try_heavy(N, 2, 1);
    weight[5] = weight[5] >= 2 ? 0 : 7;
    try_heavy(N, 2, 0);
#pragma hedra data(row, col, weight)
    {
        try(N, 0);
        try(N, 1);
        try(N, 1);
    }
    fill();
    try(N, 0);
    printf("steps %d\nmade %d kept %d\n", steps, made, kept);
    return 0;
}
