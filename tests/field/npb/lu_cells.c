/* A lower triangular sweep whose cells have five values each: the loops over
 * these are parallel, and far too short for threads. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 8, 64);
    size_t cells = (size_t)n * n;
    double(*v)[n][n][5] = (double(*)[n][n][5])field_doubles(n * cells * 5);
    double(*below)[n][5][5] = (double(*)[n][5][5])field_doubles(cells * 25);
    double(*before)[n][5][5] = (double(*)[n][5][5])field_doubles(cells * 25);
    double omega = 0.01;
    field_begin();
    for (int k = 1; k < n - 1; k++) {
#pragma hedra
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < n - 1; i++) {
                double t[5];
                for (int m = 0; m < 5; m++)
                    t[m] = v[k][j][i][m] -
                           omega * (below[j][i][0][m] * v[k - 1][j][i][0] +
                                    below[j][i][1][m] * v[k - 1][j][i][1] +
                                    below[j][i][2][m] * v[k - 1][j][i][2]);
                for (int m = 0; m < 5; m++)
                    t[m] -= omega * (before[j][i][0][m] * v[k][j - 1][i][0] +
                                     before[j][i][1][m] * v[k][j][i - 1][1]);
                double inverse = 1 / (2 + t[0] * t[0]);
                for (int m = 0; m < 5; m++)
                    v[k][j][i][m] = t[m] * inverse;
            }
    }
    field_end();
    field_sum("v", v, n * cells * 5 * sizeof(double));
}
