/* A sparse matrix times a vector, row by row. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 200, 400000), per = 12;
    int *row = malloc((n + 1) * sizeof *row), *col = field_ints(n * per, n);
    double *a = field_doubles(n * per), *x = field_doubles(n);
    double *y = field_zeros(n, sizeof *y);
    for (int i = 0; i <= n; i++)
        row[i] = i * per;
    field_begin();
#pragma hedra extent(row[n + 1], col[n * per], a[n * per], x[n])
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += a[k] * x[col[k]];
        y[i] = sum;
    }
    field_end();
    field_sum("y", y, n * sizeof *y);
}
