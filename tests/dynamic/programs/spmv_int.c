/* Sparse matrix times vector in integers, through pointers whose extents are
 * said. */
#include <stdio.h>
#include <stdlib.h>

static void product(int n, int nnz, const int *row, const short *col,
                    const int *val, const int *x, long *restrict y)
{
#pragma hedra extent(val[nnz], col[row[n]], x[n])
    for (int i = 0; i < n; i++) {
        long s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += (long)val[k] * x[col[k]];
        y[i] = s;
    }
}

int main(void)
{
    int n = 400, nnz = 0;
    int *row = malloc(sizeof *row * (n + 1)), *val = malloc(sizeof *val * 9000);
    int *x = malloc(sizeof *x * n);
    short *col = malloc(sizeof *col * 9000);
    long *y = malloc(sizeof *y * n);

    for (int i = 0; i < n; i++) {
        row[i] = nnz;
        for (int k = 0; k < i * 13 % 19; k++) {
            col[nnz] = (short)((i * 7 + k * 31) % n);
            val[nnz++] = i - 3 * k;
        }
        x[i] = i * i - 300;
    }
    row[n] = nnz;
    product(n, nnz, row, col, val, x, y);
    for (int i = 0; i < n; i++)
        printf("%ld\n", y[i]);
    free(row), free(val), free(x), free(col), free(y);
    return 0;
}
