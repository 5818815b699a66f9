/* A product of matrices that each iteration of an outer loop has of its own: their
 * tiles in shared memory are of arrays with one dimension more. */
#include <stdio.h>
enum { B = 4, N = 64 };
static double A[B][N][N], C[B][N][N], t[N][N];
int main(void)
{
    for (int b = 0; b < B; b++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                A[b][i][j] = (b * 5 + i * 3 + j * 7) % 11 - 5;
#pragma hedra private(t)
    for (int b = 0; b < B; b++) {
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                t[j][k] = 2 * A[b][k][j] + 1;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < N; k++)
                    C[b][i][j] += t[i][k] * t[k][j];
    }
    double sum = 0;
    for (int b = 0; b < B; b++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                sum = sum * 0.75 + C[b][i][j];
    printf("%.17g %g\n", sum, C[B - 1][N - 1][1]);
}
