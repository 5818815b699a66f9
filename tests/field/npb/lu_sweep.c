/* A lower triangular sweep over a grid. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 12, 150);
    double(*v)[n][n] = (double(*)[n][n])field_doubles(n * n * n);
    field_begin();
#pragma hedra
    for (int k = 1; k < n; k++)
        for (int j = 1; j < n; j++)
            for (int i = 1; i < n; i++)
                v[k][j][i] -=
                    0.2 * (v[k - 1][j][i] + v[k][j - 1][i] + v[k][j][i - 1]);
    field_end();
    field_sum("v", v, n * n * n * sizeof ***v);
}
