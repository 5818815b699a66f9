/*
 * Nests on grids that are tables of tables of pointers to rows, which lie in
 * many ways: as parts of one block, one allocated after the
 * other, upside down, at ragged places, upon each other, or only there where
 * the nests touch them. All but the first two run as plain C.
 */
#include "tests/field/field.h"

typedef double ***grid;

enum layout {
    BLOCK,      /* equally spaced, with room between planes */
    ALLOCATED,  /* each row, and each table, by malloc */
    UPSIDE,     /* the last row first */
    RAGGED,     /* one row lies elsewhere */
    TWICE,      /* two rows are the same */
    PLANE,      /* two tables are the same */
    INSIDE,     /* no rows where the nests touch none */
    PLANES_LAST /* the last plane lies elsewhere */
};

static grid make_grid(enum layout layout, int n)
{
    long stride = n + 3, rows = n + 2;
    double *block = field_doubles((n + 1) * rows * stride);
    grid g = field_zeros(n, sizeof *g);
    for (int i = 0; i < n; i++) {
        g[i] = field_zeros(n, sizeof *g[i]);
        for (int j = 0; j < n; j++) {
            long at = i * rows + j;
            if (layout == UPSIDE)
                at = (n - 1 - i) * rows + n - 1 - j;
            g[i][j] =
                layout == ALLOCATED ? field_doubles(n) : block + at * stride;
        }
    }
    if (layout == RAGGED)
        g[n / 2][n / 2] += 2;
    if (layout == TWICE)
        g[n / 2][n / 2] = g[n / 2][n / 2 - 1];
    if (layout == PLANE)
        g[n / 2] = g[n / 2 - 1];
    if (layout == PLANES_LAST)
        for (int j = 0; j < n; j++)
            g[n - 1][j] += rows * stride;
    if (layout == INSIDE)
        for (int i = 0; i < n; i++) {
            g[i][0] = NULL;
            if (i == 0 || i == n - 1)
                g[i] = NULL;
        }
    return g;
}

/* A step along each direction, within the borders. */
static void smooth(int n, grid from, grid to)
{
#pragma hedra
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++)
                to[i][j][k] = 0.5 * from[i][j][k] + from[i - 1][j][k - 1] -
                              0.25 * from[i + 1][j][k + 1];
}

/* Every other plane gets what the one before it has. */
static void repeat(int n, grid g)
{
#pragma hedra
    for (int i = 1; i < n / 2 - 1; i++)
        for (int j = 2; j < n - 2; j++)
            for (int k = 0; k < n; k++)
                g[2 * i + 1][j][k] += g[2 * i][j + 1][k];
}

static void print_grid(const char *name, int n, grid g)
{
    double sum = 0;
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n; j++)
            for (int k = 0; k < n; k++)
                sum += g[i][j][k] * ((i * 5 + j * 3 + k) % 17);
    printf("%s %.17g\n", name, sum);
}

int main(void)
{
    int n = 14;
    for (int layout = BLOCK; layout <= PLANES_LAST; layout++) {
        grid u = make_grid(layout, n), v = make_grid(layout, n);
        if (layout != INSIDE)
            smooth(n, u, v);
        repeat(n, v);
        print_grid("steps", n, v);
        if (layout != INSIDE)
            smooth(n, v, v);
        print_grid("itself", n, v);
    }
    return 0;
}
