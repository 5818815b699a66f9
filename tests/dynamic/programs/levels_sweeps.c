/* Gauss-Seidel and successive over-relaxation on a matrix by rows, of any
 * structure: entries after the diagonal read old values, which must be read
 * before they are overwritten. */
/* steps: printed */
#include <stdio.h>

enum { N = 600, MOST = 9 * N };
static int row[N + 1], col[MOST];
static double val[MOST], b[N], x[N];
static unsigned char fixed[N];
static unsigned random = 7;
static int total;

static int draw(int below)
{
    random = random * 1664525u + 1013904223u;
    return (int)(random >> 8) % below;
}

/* Symmetric in structure or not; a diagonal somewhere in each row but in every
 * 29th. */
static void fill(int kind)
{
    int nz = 0;
    for (int i = 0; i < N; i++) {
        row[i] = nz;
        b[i] = i % 13 - 6;
        x[i] = i % 5;
        fixed[i] = (unsigned char)(draw(10) == 0);
        for (int k = 0; k < 5; k++) {
            static const int grid[] = {-25, -1, 0, 1, 25};
            int c = kind == 0 ? i + grid[k] : k == 2 ? i : draw(N);
            if (c < 0 || c >= N || (i % 29 == 3 && c == i))
                continue;
            col[nz] = c;
            val[nz++] = c == i ? 4 : -0.5 - 0.125 * (k % 3);
        }
    }
    row[N] = nz;
}

/* Of two points that an entry joins, the earlier one stays first. */
static void count(int backward, int filtered)
{
    static int level[N];
    int changed = 1, steps = 0;
    for (int i = 0; i < N; i++)
        level[i] = !(filtered && fixed[i]);
    while (changed) {
        changed = 0;
        for (int i = 0; i < N; i++)
            for (int k = row[i]; k < row[i + 1] && level[i]; k++) {
                int first = col[k] < i ? col[k] : i, then = i + col[k] - first;
                int p = backward ? then : first, q = backward ? first : then;
                if (p != q && level[p] && level[q] && level[q] <= level[p]) {
                    level[q] = level[p] + 1;
                    changed = 1;
                }
            }
    }
    for (int i = 0; i < N; i++)
        steps = level[i] > steps ? level[i] : steps;
    total += steps;
}

static void show(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += x[i] * (1 + i % 7);
    printf("%.17g\n", sum);
}

static void gauss_seidel(void)
{
#pragma hedra
    for (int i = 0; i < N; i++) {
        double s = b[i], d = 1;
        for (int k = row[i]; k < row[i + 1]; k++)
            if (col[k] == i)
                d = val[k];
            else
                s -= val[k] * x[col[k]];
        x[i] = s / d;
    }
}

/* Backward, relaxed; x[i] is read, too, as the old value. */
static void relaxed(double omega)
{
#pragma hedra
    for (int i = N - 1; i >= 0; i--) {
        double s = b[i], d = 1;
        for (int k = row[i]; k < row[i + 1]; k++) {
            if (col[k] == i) {
                d = val[k];
                continue;
            }
            s -= val[k] * x[col[k]];
        }
        x[i] = (1 - omega) * x[i] + omega * (s / d);
    }
}

/* Some values are given. */
static void with_fixed(void)
{
#pragma hedra
    for (int i = 0; i < N; i++)
        if (!fixed[i]) {
            double s = b[i];
            for (int k = row[i]; k < row[i + 1]; k++)
                s -= col[k] != i ? val[k] * x[col[k]] : 0;
            x[i] = s * 0.25;
        }
}

int main(void)
{
    for (int kind = 0; kind < 2; kind++) {
        fill(kind);
        for (int sweep = 0; sweep < 2; sweep++) {
            count(0, 0);
            gauss_seidel();
            show();
            count(1, 0);
            relaxed(1.25);
            show();
            count(0, 1);
            with_fixed();
            show();
        }
    }
    printf("steps %d\n", total);
    return 0;
}
