/* A sparse matrix in coordinate form times a vector of counts: entries of a row
 * lie anywhere, so that sums are updated through the row's number. */
#include <stdio.h>
#include <stdlib.h>

static void multiply(int rows, int columns, int entries,
                     const int *restrict row, const int *restrict col,
                     const int *restrict weight, const int *restrict x,
                     int *restrict y)
{
#pragma hedra extent(y[rows], x[columns])
    for (int k = 0; k < entries; k++)
        y[row[k]] += weight[k] * x[col[k]];
}

int main(void)
{
    enum { ROWS = 301, COLUMNS = 211, ENTRIES = 4001 };
    int *row = malloc(ENTRIES * sizeof *row);
    int *col = malloc(ENTRIES * sizeof *col);
    int *weight = malloc(ENTRIES * sizeof *weight);
    int *x = malloc(COLUMNS * sizeof *x), *y = calloc(ROWS, sizeof *y);
    for (int k = 0; k < ENTRIES; k++) {
        row[k] = (k * 7919 + 13) % ROWS;
        col[k] = (k * 104729 + k / 7) % COLUMNS;
        weight[k] = k % 23 - 11;
    }
    for (int j = 0; j < COLUMNS; j++)
        x[j] = j * j % 19 - 9;
    multiply(ROWS, COLUMNS, ENTRIES, row, col, weight, x, y);
    for (int i = 0; i < ROWS; i++)
        printf("%d%c", y[i], i % 10 == 9 ? '\n' : ' ');
    printf("\n");
    free(row), free(col), free(weight), free(x), free(y);
    return 0;
}
