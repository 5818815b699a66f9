/* Scalars that a loop sets to one constant where data says so: nothing but
 * whether it does counts, so that the order does not. What is set to two
 * values, or read in between, keeps its order. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define N 700
#define ROWS 37
#define COLUMNS 41

static int d[N], e[N];
static float x[N];
static bool stop;
static unsigned char grid[ROWS][COLUMNS];
static int label[ROWS][COLUMNS], next[ROWS][COLUMNS];

struct state {
    int changed;
    short code;
    double bound;
};

static int relax(int n, int limit, struct state *s)
{
    int big = 7, small = -3, last = 0, seen = 0, before = 0;
    float mark = 0.5f;
    double bound = 2;
    short code = 5;
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (e[i] < d[i]) {
            d[i] = e[i];
            stop = true;
            mark = -1.25f;
        }
        if (d[i] > limit)
            big = 100;
        if (d[i] < -limit)
            small = 1;
        if (d[i] == limit)
            bound = 3;
        if (d[i] == 18 || e[i] == 18)
            code = -2;
    }
#pragma hedra
    for (int i = 0; i < n; i++) {
        x[i] = d[i] * 0.5f;
        if (d[i] % 3 == 1)
            last = 1;
        else if (d[i] % 3 == 2)
            last = 2;
        before += seen;
        if (d[i] == 17)
            seen = 1;
    }
    s->changed = (int)stop;
    s->bound = bound;
    s->code = code;
    printf("%d %d %d %d %g %d\n", big, small, last, seen, mark, before);
    return big + small + last;
}

/* Labels of connected cells, until none changes. */
static int components(void)
{
    int changed, rounds = 0;
#pragma hedra
    do {
        changed = 0;
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++) {
                int l = label[i][j];
                if (grid[i][j]) {
                    if (i > 0 && grid[i - 1][j] && label[i - 1][j] < l)
                        l = label[i - 1][j];
                    if (i < ROWS - 1 && grid[i + 1][j] && label[i + 1][j] < l)
                        l = label[i + 1][j];
                    if (j > 0 && grid[i][j - 1] && label[i][j - 1] < l)
                        l = label[i][j - 1];
                    if (j < COLUMNS - 1 && grid[i][j + 1] &&
                        label[i][j + 1] < l)
                        l = label[i][j + 1];
                    if (l != label[i][j])
                        changed = 1;
                }
                next[i][j] = l;
            }
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++)
                label[i][j] = next[i][j];
        rounds++;
    } while (changed);
    return rounds;
}

/* The same of a part of them, counted. */
static int settle(int n, int m, unsigned char (*g)[m], int (*now)[m],
                  int (*then)[m])
{
    int changed = 0, rounds = 0;
#pragma hedra
    do {
        changed = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++) {
                int l = now[i][j];
                if (g[i][j]) {
                    if (i > 0 && g[i - 1][j] && now[i - 1][j] < l)
                        l = now[i - 1][j];
                    if (i < n - 1 && g[i + 1][j] && now[i + 1][j] < l)
                        l = now[i + 1][j];
                    if (j > 0 && g[i][j - 1] && now[i][j - 1] < l)
                        l = now[i][j - 1];
                    if (l != now[i][j])
                        changed |= 1;
                }
                then[i][j] = l;
            }
        rounds++;
    } while (changed && rounds < 5);
    return rounds;
}

int main(void)
{
    unsigned seed = 12345;
    for (int i = 0; i < N; i++) {
        seed = seed * 1103515245u + 12345u;
        d[i] = (int)(seed >> 16 & 255);
        e[i] = i == 600 ? d[i] - 1 : d[i] + 1;
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            seed = seed * 1103515245u + 12345u;
            grid[i][j] = (seed >> 16) % 100 < 60;
            label[i][j] = grid[i][j] ? i * COLUMNS + j + 1 : 0;
        }
    struct state s = {0};
    long sum = relax(N, 90, &s) + relax(N, 1000, &s);
    printf("%ld %d %d %g\n", sum, s.changed, s.code, s.bound);
    stop = false;
    relax(N, 1000, &s);
    printf("%d %g\n", stop, x[N - 1]);
    printf("%d\n", settle(ROWS, COLUMNS, grid, label, next));
    printf("%d\n", components());
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            sum = (sum * 31 + label[i][j] + next[i][j]) % 1000000007;
    printf("%ld\n", sum);
    return 0;
}
