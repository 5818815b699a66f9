/* Alternating directions in steps of time: the coefficients of one line after
 * the other, then all lines at once, in arrays whose extents are constants. */
#include "tests/field/field.h"

enum { SIDE = 64 };
static double u[2][SIDE][SIDE], line[5][SIDE][SIDE], right[3][SIDE][SIDE],
    speed[SIDE], move[SIDE];

static void coefficients(int n, double step)
{
    for (int j = 1; j < n - 1; j++) {
#pragma hedra
        for (int i = 0; i < n; i++) {
            double flow = 0.25 * u[1][i][j];
            double fast = 0.5 + step * flow, slow = 1.0 - step * flow;
            move[i] = u[0][i][j];
            speed[i] = fast > slow ? fast : slow;
        }
#pragma hedra
        for (int i = 1; i < n - 1; i++) {
            line[0][i][j] = 0.0;
            line[1][i][j] = -step * move[i - 1] - 0.25 * speed[i - 1];
            line[2][i][j] = 3.0 + step * speed[i];
            line[3][i][j] = step * move[i + 1] - 0.25 * speed[i + 1];
            line[4][i][j] = 0.0;
        }
    }
}

static void sweep(int n)
{
    for (int i = 1; i < n - 3; i++)
#pragma hedra
        for (int j = 1; j < n - 1; j++) {
            double factor = 1. / line[2][i][j];
            line[3][i][j] = factor * line[3][i][j];
            line[4][i][j] = factor * line[4][i][j];
            line[2][i + 1][j] =
                line[2][i + 1][j] - line[1][i + 1][j] * line[3][i][j];
            line[3][i + 1][j] =
                line[3][i + 1][j] - line[1][i + 1][j] * line[4][i][j];
            line[1][i + 2][j] =
                line[1][i + 2][j] - line[0][i + 2][j] * line[3][i][j];
            for (int m = 0; m < 3; m++) {
                right[m][i][j] = factor * right[m][i][j];
                right[m][i + 1][j] =
                    right[m][i + 1][j] - line[1][i + 1][j] * right[m][i][j];
            }
        }
    for (int i = n - 3; i > 0; i--)
#pragma hedra
        for (int j = 1; j < n - 1; j++)
            for (int m = 0; m < 3; m++)
                right[m][i][j] =
                    right[m][i][j] - line[3][i][j] * right[m][i + 1][j];
}

static void advance(int n)
{
#pragma hedra
    for (int k = 0; k < 2; k++)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                u[k][i][j] = 0.5 * u[k][i][j] + 0.125 * right[k][i][j] +
                             0.125 * right[2][i][j];
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 10, SIDE);
    int steps = field_size(argc, argv, 3, 800);
    if (n > SIDE)
        return 2;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[0][i][j] = field_random();
            u[1][i][j] = field_random();
            for (int m = 0; m < 3; m++)
                right[m][i][j] = field_random();
        }
    field_begin();
    for (int t = 0; t < steps; t++) {
        coefficients(n, 0.125);
        sweep(n);
        advance(n);
    }
    field_end();
    field_sum("u", u, sizeof u);
    field_sum("right", right, sizeof right);
}
