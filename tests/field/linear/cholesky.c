/* A Cholesky decomposition, row by row with a local sum. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 400);
    double(*a)[n] = (double(*)[n])field_doubles(n * n);
    for (int i = 0; i < n; i++)
        a[i][i] += n;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double s = a[i][j];
            for (int k = 0; k < j; k++)
                s -= a[i][k] * a[j][k];
            if (i == j)
                a[i][i] = sqrt(s);
            else
                a[i][j] = s / a[j][j];
        }
    field_end();
    field_sum("a", a, n * sizeof *a);
}
