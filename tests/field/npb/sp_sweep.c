/* Elimination along one direction of a grid, for three right sides: each step
 * changes what the next one reads, and no element takes a sum. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 8, 72);
    size_t all = (size_t)n * n * n;
    double *memory = field_doubles(8 * all);
    double(*lhs)[n][n][n] = (double(*)[n][n][n])memory;
    double(*rhs)[n][n][n] = (double(*)[n][n][n])(memory + 5 * all);
    for (size_t i = 0; i < all; i++)
        memory[2 * all + i] += 4;
    field_begin();
    for (int round = 0; round < 4; round++) {
#pragma hedra
        for (int k = 1; k < n - 1; k++)
            for (int j = 1; j < n - 1; j++)
                for (int i = 0; i < n - 1; i++) {
                    double factor = 1. / lhs[2][k][j][i];
                    lhs[3][k][j][i] = factor * lhs[3][k][j][i];
                    for (int m = 0; m < 3; m++)
                        rhs[m][k][j][i] = factor * rhs[m][k][j][i];
                    lhs[2][k][j][i + 1] = lhs[2][k][j][i + 1] -
                                          lhs[1][k][j][i + 1] * lhs[3][k][j][i];
                    for (int m = 0; m < 3; m++)
                        rhs[m][k][j][i + 1] =
                            rhs[m][k][j][i + 1] -
                            lhs[1][k][j][i + 1] * rhs[m][k][j][i];
                }
    }
    field_end();
    field_sum("sides", memory, 8 * all * sizeof *memory);
}
