/* Jacobi iteration until two grids differ little: the residual of each round
 * ends a for with a bound on the rounds, whose number is printed. */
#include <math.h>
#include <stdio.h>

enum { N = 37 };

static double grid[N][N], next[N][N];

int main(void)
{
    double residual = 0, tolerance = 1e-2;
    int round;
    for (int i = 0; i < N; i++)
        grid[0][i] = grid[i][N - 1] = i % 7;
#pragma hedra
    for (round = 0; round < 500; round++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                next[i][j] = 0.25 * (grid[i - 1][j] + grid[i + 1][j] +
                                     grid[i][j - 1] + grid[i][j + 1]);
        residual = 0;
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                residual = fmax(residual, fabs(next[i][j] - grid[i][j]));
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                grid[i][j] = next[i][j];
        if (residual < tolerance)
            break;
    }
    printf("%d rounds, residual %a, %a in the middle\n", round, residual,
           grid[N / 2][N / 2]);
}
