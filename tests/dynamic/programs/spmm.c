/* Sparse matrix times a dense one: a loop over columns inside of the row's. */
#include <stdio.h>

enum { N = 120, K = 90, C = 12, NNZ = 2000 };
static int row[N + 1], col[NNZ];
static float val[NNZ], b[K][C], c[N][C];

int main(void)
{
    int nnz = 0;

    for (int i = 0; i < N; i++) {
        row[i] = nnz;
        for (int k = i % 7; k < K; k += 5 + i % 11) {
            col[nnz] = k;
            val[nnz++] = (float)(i * 3 + k) / 17;
        }
    }
    row[N] = nnz;
    for (int k = 0; k < K; k++)
        for (int j = 0; j < C; j++)
            b[k][j] = (float)(k * 5 % 13) - j;
#pragma hedra
    for (int i = 0; i < N; i++)
        for (int j = 0; j < C; j++) {
            c[i][j] = 0;
            for (int k = row[i]; k < row[i + 1]; k++)
                c[i][j] += val[k] * b[col[k]][j];
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < C; j++)
            printf("%.9g\n", c[i][j]);
    return 0;
}
