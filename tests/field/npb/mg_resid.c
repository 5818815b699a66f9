/* The residual of a 27-point operator with lines of sums. */
#include "tests/field/field.h"

#define M 130
static double u[M][M][M], v[M][M][M], r[M][M][M];
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 14, M);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                u[i][j][k] = field_random();
                v[i][j][k] = field_random();
            }
    field_begin();
#pragma hedra
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double u1[M], u2[M];
            for (int k = 0; k < n; k++) {
                u1[k] = u[i][j - 1][k] + u[i][j + 1][k] + u[i - 1][j][k] +
                        u[i + 1][j][k];
                u2[k] = u[i - 1][j - 1][k] + u[i - 1][j + 1][k] +
                        u[i + 1][j - 1][k] + u[i + 1][j + 1][k];
            }
            for (int k = 1; k < n - 1; k++)
                r[i][j][k] = v[i][j][k] + 2.0 * u[i][j][k] -
                             0.25 * (u2[k] + u1[k - 1] + u1[k + 1]) -
                             0.125 * (u2[k - 1] + u2[k + 1]);
        }
    field_end();
    field_sum("r", r, sizeof r);
}
