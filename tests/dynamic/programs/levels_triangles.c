/* Sparse triangular systems by substitution, forward and backward, their
 * diagonals stored first, last, apart, or one: what an unknown depends on, the
 * column indices say. The levels are counted here, too. */
/* steps: printed */
#include <stdio.h>

enum { N = 700, MOST = 8 * N };
static int row[N + 1], col[MOST];
static double val[MOST], d[N], b[N], x[N];
static unsigned random = 1;
static int total;

static int draw(int below)
{
    random = random * 1664525u + 1013904223u;
    return (int)(random >> 8) % below;
}

/* Row i has `entry(i, k)`, k = 0, …, below the diagonal or above it. */
static int lower(int kind, int n, int i, int k)
{
    switch (kind) {
    case 0: /* random, empty rows among them */
        return i > 0 && i % 5 && k < 4 ? draw(i) : -1;
    case 1: /* a chain */
        return i > 0 && k == 0 ? i - 1 : -1;
    case 2: /* the last rows are dense */
        return i >= n - 3 && i > 0 && k < i && k < 600 ? k : -1;
    case 3: /* a grid's upper and left neighbours */
        return k == 0 && i % 27 ? i - 1 : k == (i % 27 > 0) && i >= 27 ? i - 27
                                                                       : -1;
    default: /* none */
        return -1;
    }
}

/* By rows; the diagonal's place: -1 first, 1 last, 0 apart. */
static int fill(int kind, int n, int backward, int diagonal)
{
    int nz = 0;
    for (int i = 0; i < n; i++) {
        row[i] = nz;
        d[i] = 1 + 0.25 * (i % 9);
        b[i] = i % 17 - 8;
        x[i] = -1;
        if (diagonal < 0)
            col[nz] = i, val[nz++] = d[i];
        for (int k = 0, r = backward ? n - 1 - i : i, c;
             (c = lower(kind, n, r, k)) >= 0; k++) {
            col[nz] = backward ? n - 1 - c : c;
            val[nz++] = 0.125 * (1 + (i + 3 * k) % 7);
        }
        if (diagonal > 0)
            col[nz] = i, val[nz++] = d[i];
    }
    row[n] = nz;
    return nz;
}

/* The longest chain of unknowns. */
static void count(int n, int backward)
{
    static int level[N];
    int steps = 0;
    for (int r = 0; r < n; r++) {
        int i = backward ? n - 1 - r : r;
        level[i] = 1;
        for (int k = row[i]; k < row[i + 1]; k++)
            if (col[k] != i && level[col[k]] >= level[i])
                level[i] = level[col[k]] + 1;
        steps = level[i] > steps ? level[i] : steps;
    }
    total += steps;
}

static void show(int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * (1 + i % 7);
    printf("%.17g %.17g\n", sum, n > 0 ? x[n - 1] : 0);
}

static void forward(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        double s = b[i];
        for (int k = row[i]; k < row[i + 1]; k++)
            s -= val[k] * x[col[k]];
        x[i] = s / d[i];
    }
}

static void unit(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        double s = b[i];
        for (int k = row[i]; k < row[i + 1]; k++)
            s -= val[k] * x[col[k]];
        x[i] = s;
    }
}

/* In place, the diagonal last. */
static void forward_last(int n)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int k = row[i]; k < row[i + 1] - 1; k++)
            b[i] -= val[k] * b[col[k]];
        b[i] /= val[row[i + 1] - 1];
    }
}

static void backward_first(int n)
{
#pragma hedra
    for (int i = n - 1; i >= 0; i--) {
        int from = row[i] + 1, to = row[i + 1];
        double s = b[i];
        for (int k = from; k < to; k++)
            s -= val[k] * x[col[k]];
        x[i] = s / val[from - 1];
    }
}

int main(void)
{
    static const int size[] = {N, 1, 257, 0};
    for (int s = 0; s < 4; s++)
        for (int kind = 0; kind < 5; kind++) {
            int n = size[s];
            fill(kind, n, 0, 0);
            count(n, 0);
            forward(n);
            show(n);
            count(n, 0);
            unit(n);
            show(n);
            fill(kind, n, 0, 1);
            count(n, 0);
            forward_last(n);
            for (int i = 0; i < n; i++)
                x[i] = b[i];
            show(n);
            fill(kind, n, 1, -1);
            count(n, 1);
            backward_first(n);
            show(n);
        }
    printf("steps %d\n", total);
    return 0;
}
