/* rows KIND HOW: y = A x with some 13 non-zeros a row, in compressed rows, by
 * hedrac's code. KIND: even (rows of 13) or power-law (of 2^k non-zeros, up to
 * 4096, with probability 2^-k). HOW: own (each thread has its rows) or shared
 * (sums may be reordered, and the threads of a block share long rows). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4096, COLUMNS = 4096 };

static int length_of(const char *kind, unsigned *seed)
{
    int length = 2;
    *seed = *seed * 1664525u + 1013904223u;
    if (!strcmp(kind, "even"))
        return 13;
    for (unsigned r = *seed >> 8; (r & 1) && length < 4096; r >>= 1)
        length *= 2;
    return length;
}

__attribute__((noinline)) static void
by_own(int n, int nnz, const int *restrict row, const int *restrict col,
       const double *restrict v, const double *restrict x, double *restrict y)
{
#pragma hedra extent(row[n + 1], col[nnz], v[nnz], x[COLUMNS])
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += v[k] * x[col[k]];
        y[i] = s;
    }
}

__attribute__((noinline)) static void
by_shared(int n, int nnz, const int *restrict row, const int *restrict col,
          const double *restrict v, const double *restrict x,
          double *restrict y)
{
#pragma hedra extent(row[n + 1], col[nnz], v[nnz], x[COLUMNS]) reassociate
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += v[k] * x[col[k]];
        y[i] = s;
    }
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "power-law";
    int shared = argc > 2 && !strcmp(argv[2], "shared");
    unsigned seed = 3;
    int *row = malloc(sizeof *row * (ROWS + 1));
    row[0] = 0;
    for (int i = 0; i < ROWS; i++)
        row[i + 1] = row[i] + length_of(kind, &seed);
    int nnz = row[ROWS], *col = malloc(sizeof *col * (size_t)nnz);
    double *v = malloc(sizeof *v * (size_t)nnz);
    double *x = malloc(sizeof *x * COLUMNS), *y = malloc(sizeof *y * ROWS);
    for (int k = 0; k < nnz; k++) {
        col[k] = (int)((unsigned)k * 2654435761u >> 20) % COLUMNS;
        v[k] = k % 17 - 8;
    }
    for (int i = 0; i < COLUMNS; i++)
        x[i] = 1 + i % 3;
    if (shared)
        by_shared(ROWS, nnz, row, col, v, x, y);
    else
        by_own(ROWS, nnz, row, col, v, x, y);
    for (int i = 0; i < ROWS; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += v[k] * x[col[k]];
        if (fabs(s - y[i]) > 0)
            return 1;
    }
    free(row);
    free(col);
    free(v);
    free(x);
    free(y);
    return 0;
}
