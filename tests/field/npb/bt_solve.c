/* Lines of a grid solved by elimination and substitution. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 12, 120);
    double(*r)[n][n] = (double(*)[n][n])field_doubles(n * n * n);
    double(*c)[n][n] = (double(*)[n][n])field_doubles(n * n * n);
    field_begin();
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++) {
            for (int i = 1; i < n; i++) {
                double f = 1.0 / (3.0 - c[k][j][i - 1]);
                c[k][j][i] *= f;
                r[k][j][i] = (r[k][j][i] + r[k][j][i - 1]) * f;
            }
            for (int i = n - 2; i >= 0; i--)
                r[k][j][i] -= c[k][j][i] * r[k][j][i + 1];
        }
    field_end();
    field_sum("r", r, n * n * n * sizeof ***r);
}
