/* Sweeps over sparse rows whose entries lie close to the diagonal, on both
 * sides, and few or many to a row; thousands of short steps, and some that are
 * longer than a block has threads between them. */
/* steps: printed */
#include <stdio.h>

enum { N = 3000, MOST = 12 };
static int row[N + 1], col[N * MOST], level[N];
static double val[N * MOST], b[N], x[N];
static unsigned random = 5;

static int draw(int below)
{
    random = random * 1664525u + 1013904223u;
    return (int)(random >> 8) % below;
}

/* Rows of up to `most` entries, up to `reach` away. */
static void make(int most, int reach)
{
    int nz = 0;
    for (int i = 0; i < N; i++) {
        row[i] = nz;
        b[i] = i % 7 - 3;
        x[i] = i % 5;
        for (int k = draw(most + 1); k > 0; k--) {
            int j = i + draw(2 * reach + 1) - reach;
            val[nz] = 0.5 / most;
            col[nz++] = j < 0 ? 0 : j < N ? j : N - 1;
        }
    }
    row[N] = nz;
}

/* A chain, then rows that need but its end, and a chain again. */
static void make_waist(void)
{
    for (int i = 0; i < N; i++) {
        row[i] = i;
        b[i] = i % 7 - 3;
        val[i] = 0.5;
        col[i] = i == 0 ? 0 : i < 1200 ? i - 1 : i < 2000 ? 1199 : i - 1;
    }
    row[N] = N;
}

/* The least steps: a row is after all that it joins with an earlier one. */
static int steps(void)
{
    int most = 0;
    for (int i = 0; i < N; i++)
        level[i] = 1;
    for (int i = 0; i < N; i++) {
        for (int k = row[i]; k < row[i + 1]; k++)
            if (col[k] < i && level[col[k]] >= level[i])
                level[i] = level[col[k]] + 1;
        for (int k = row[i]; k < row[i + 1]; k++)
            if (col[k] > i && level[i] >= level[col[k]])
                level[col[k]] = level[i] + 1;
        most = level[i] > most ? level[i] : most;
    }
    return most;
}

static void sweep(int nz)
{
#pragma hedra extent(col[nz], val[nz])
    for (int i = 0; i < N; i++) {
        double s = b[i];
        for (int k = row[i]; k < row[i + 1]; k++)
            s -= val[k] * x[col[k]];
        x[i] = s / 2;
    }
}

static void show(const char *name)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum = 0.75 * sum + x[i];
    printf("%s %.17g\n", name, sum);
}

int main(void)
{
    static const int kind[][2] = {{1, 1},   {2, 3},     {3, 40},
                                  {4, 300}, {MOST, 30}, {MOST, 2000}};
    int total = 0;
    for (int k = 0; k < (int)(sizeof kind / sizeof *kind); k++) {
        make(kind[k][0], kind[k][1]);
        total += steps();
        sweep(row[N]);
        show("band");
    }
    make_waist();
    total += steps();
    sweep(row[N]);
    show("waist");
    printf("steps %d\n", total);
    return 0;
}
