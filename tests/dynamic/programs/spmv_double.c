/* Sparse matrix times vector, rows of very unequal length (CSR). */
#include <stdio.h>

enum { N = 700, NNZ = 9000 };
static int row[N + 1], col[NNZ];
static double val[NNZ], x[N], y[N];

int main(void)
{
    unsigned seed = 12345;
    int nnz = 0;

    for (int i = 0; i < N; i++) {
        int length = i % 97 == 0 ? 40 : (i * 7) % 11;
        row[i] = nnz;
        for (int k = 0; k < length; k++) {
            seed = seed * 1664525u + 1013904223u;
            col[nnz] = (int)(seed >> 8) % N;
            val[nnz++] = (double)(seed >> 16) / 1000 - 20;
        }
        x[i] = (double)(i % 13) / 3;
    }
    row[N] = nnz;
#pragma hedra
    for (int i = 0; i < N; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += val[k] * x[col[k]];
        y[i] = s;
    }
    for (int i = 0; i < N; i++)
        printf("%.17g\n", y[i]);
    return 0;
}
