/* Tables whose cells need the ones to the left and above, of all small sizes:
 * fewer rows than a vector has lanes, few columns, none. */
#include "tests/field/field.h"

#define MOST(a, b) ((a) > (b) ? (a) : (b))

/* An alignment whose gaps are opened and go on: three tables. */
static void align(int n, int m, const int a[restrict n],
                  const int b[restrict m], int h[restrict n + 1][m + 1],
                  int e[restrict n + 1][m + 1], int f[restrict n + 1][m + 1])
{
#pragma hedra
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int s = h[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 3 : -2);
            int x = MOST(e[i][j - 1] - 1, h[i][j - 1] - 4);
            int y = MOST(f[i - 1][j] - 1, h[i - 1][j] - 4);
            e[i][j] = x;
            f[i][j] = y;
            h[i][j] = MOST(MOST(s, x), MOST(y, 0));
        }
}

/* Each row's best cell, with what it is made of. */
static void best(int n, int m, const int a[restrict n], const int b[restrict m],
                 int h[restrict n + 1][m + 1], int top[restrict n + 1])
{
#pragma hedra
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int s = h[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
            if (h[i - 1][j] - 1 > s)
                s = h[i - 1][j] - 1;
            if (h[i][j - 1] - 1 > s)
                s = h[i][j - 1] - 1;
            if (s < 0)
                s = 0;
            h[i][j] = s;
            if (s > top[i])
                top[i] = s;
        }
}

/* A sweep that takes what is new of two neighbours and old of the others. */
static void sweep(int n, int m, double v[restrict n + 2][m + 2])
{
#pragma hedra
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            v[i][j] = 0.4 * v[i][j] + 0.15 * (v[i - 1][j] + v[i][j - 1] +
                                              v[i + 1][j] + v[i][j + 1]);
}

/* The same over planes, in floats. */
static void planes(int z, int n, int m, float v[restrict z][n + 1][m + 1])
{
#pragma hedra
    for (int k = 1; k < z; k++)
        for (int i = 1; i <= n; i++)
            for (int j = 1; j <= m; j++)
                v[k][i][j] -=
                    0.2f * (v[k - 1][i][j] + v[k][i - 1][j] + v[k][i][j - 1]);
}

static void run(int n, int m)
{
    int *a = field_ints(n + 1, 4), *b = field_ints(m + 1, 4);
    size_t cells = (size_t)(n + 2) * (m + 2);
    int *h = field_ints(cells, 9), *e = field_ints(cells, 9);
    int *f = field_ints(cells, 9), *top = field_ints(n + 1, 9);
    double *v = field_doubles(cells);
    float *p = field_floats(3 * cells);
    field_begin();
    align(n, m, a, b, (void *)h, (void *)e, (void *)f);
    best(n, m, a, b, (void *)f, top);
    sweep(n, m, (void *)v);
    planes(3, n, m, (void *)p);
    field_stop();
    printf("%d x %d\n", n, m);
    field_sum("h", h, cells * sizeof *h);
    field_sum("f", f, cells * sizeof *f);
    field_sum("top", top, (n + 1) * sizeof *top);
    field_sum("v", v, cells * sizeof *v);
    field_sum("p", p, 3 * cells * sizeof *p);
    free(a);
    free(b);
    free(h);
    free(e);
    free(f);
    free(top);
    free(v);
    free(p);
}

int main(int argc, char **argv)
{
    static const int rows[] = {0, 1, 7, 8, 15, 16, 17, 33, 65};
    static const int columns[] = {0, 1, 15, 16, 31, 32, 33, 47, 48, 95, 96, 97};
    int n = field_size(argc, argv, 0, 1500);
    if (n > 0)
        run(n, n);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t j = 0; j < sizeof columns / sizeof *columns; j++)
            run(rows[i], columns[j]);
    field_print();
}
