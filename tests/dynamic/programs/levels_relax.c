/* Relaxation in place over marked cells: what is read before it is overwritten
 * makes filtered dependences too. The loops count down. */
#include <stdio.h>

enum { N = 50, M = 44 };
static char marked[N][M];
static double cell[N][M];

int main(void)
{
    double sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            marked[i][j] = (i * i + 3 * j + i * j) % 5 < 2;
            cell[i][j] = (i * 17 + j * 29) % 31;
        }
#pragma hedra
    for (int i = N - 2; i >= 1; i--)
        for (int j = M - 2; j >= 1; j--)
            if (marked[i][j])
                cell[i][j] = 0.2 * (cell[i][j] +
                                    (marked[i + 1][j] ? cell[i + 1][j] : 1) +
                                    (marked[i][j + 1] ? cell[i][j + 1] : 2) +
                                    (marked[i - 1][j] ? cell[i - 1][j] : 3) +
                                    (marked[i][j - 1] ? cell[i][j - 1] : 4));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += cell[i][j] * (1 + (i * 3 + j) % 5);
    printf("%.17g\n", sum);
    return 0;
}
