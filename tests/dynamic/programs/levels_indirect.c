/* Unknown subscripts in other forms: rows of equal length (ELL), several values
 * to a point, two arrays, chains of subscripts, a search that breaks off, and
 * trees whose nodes are told their parents. */
/* steps: printed */
#include <stdio.h>

enum { N = 520, W = 4, R = 3 };
static int col[N][W], parent[N], next[N], key[N], depth[N];
static double val[N][W], b[N], x[N], y[N], z[N][R];
static unsigned random = 3;
static int total;

static int draw(int below)
{
    random = random * 1664525u + 1013904223u;
    return (int)(random >> 8) % below;
}

static void add(const int *level)
{
    int steps = 0;
    for (int i = 0; i < N; i++)
        steps = level[i] > steps ? level[i] : steps;
    total += steps;
}

/* Entries with an index of their own row or beyond are no dependences forward:
 * ELL pads rows with the row's number. */
static void count(int shift)
{
    static int level[N];
    for (int i = 0; i < N; i++) {
        level[i] = 1;
        for (int k = 0; k < W; k++)
            if (col[i][k] - shift >= 0 && col[i][k] - shift < i &&
                level[col[i][k] - shift] >= level[i])
                level[i] = level[col[i][k] - shift] + 1;
    }
    add(level);
}

static void ell(void)
{
#pragma hedra
    for (int i = 0; i < N; i++) {
        double s = b[i];
        for (int k = 0; k < W; k++)
            s -= col[i][k] != i ? val[i][k] * x[col[i][k]] : 0;
        x[i] = s / 2;
    }
}

/* Both arrays at once, and several values in z. */
static void several(void)
{
#pragma hedra
    for (int i = 0; i < N; i++) {
        double s = b[i], t = 1;
        for (int k = 0; k < W && col[i][k] < i; k++) {
            s -= val[i][k] * y[col[i][k]];
            t += z[col[i][k]][k % R];
        }
        y[i] = s / 4;
        for (int r = 0; r < R; r++)
            z[i][r] = t / (4 + r) + s;
    }
}

/* Nodes come after their parents. */
static void tree(void)
{
#pragma hedra
    for (int i = 0; i < N; i++)
        depth[i] = parent[i] < i ? depth[parent[i]] + 1 : 0;
}

/* The first of a list that is found, through two subscripts. */
static void search(void)
{
#pragma hedra
    for (int i = 0; i < N; i++) {
        int at = i;
        for (int tries = 0; tries < 6; tries++) {
            at = next[at];
            if (key[at] < key[i])
                break;
        }
        x[i] = 0.5 * x[parent[at]] + b[i];
    }
}

static void count_tree(void)
{
    static int level[N];
    for (int i = 0; i < N; i++)
        level[i] = parent[i] < i ? level[parent[i]] + 1 : 1;
    add(level);
}

static void count_search(void)
{
    static int level[N];
    for (int i = 0; i < N; i++)
        level[i] = 1;
    for (int i = 0; i < N; i++) {
        int at = i;
        for (int tries = 0; tries < 6; tries++) {
            at = next[at];
            if (key[at] < key[i])
                break;
        }
        int p = parent[at];
        if (p < i && level[i] <= level[p])
            level[i] = level[p] + 1;
        if (p > i && level[p] <= level[i])
            level[p] = level[i] + 1;
    }
    add(level);
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++) {
        b[i] = i % 13 - 6;
        parent[i] = draw(i + 1);
        next[i] = draw(N);
        key[i] = draw(1000);
        for (int k = 0; k < W; k++) {
            col[i][k] = k < i % (W + 1) && i > 0 ? draw(i) : i;
            val[i][k] = 0.125 * (1 + draw(6));
        }
    }
    count(0);
    ell();
    count(0);
    several();
    count_tree();
    tree();
    count_search();
    search();
    for (int i = 0; i < N; i++)
        sum += x[i] + 2 * y[i] + depth[i] * 3 + z[i][0] - z[i][2] * z[i][1];
    printf("%.17g\nsteps %d\n", sum, total);
    return 0;
}
