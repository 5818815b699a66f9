/* A sum of matrices that are tables of rows. */
#include "tests/field/field.h"

static double **make(int n)
{
    double **row = malloc(n * sizeof *row);
    for (int i = 0; i < n; i++)
        row[i] = field_doubles(n);
    return row;
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 2000);
    double **a = make(n), **b = make(n);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] += 0.5 * b[i][j];
    field_end();
    for (int i = 0; i < n; i += n / 4)
        field_sum("row", a[i], n * sizeof **a);
}
