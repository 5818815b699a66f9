/* A matrix product: arrays of variable length, one of them restrict. */
void matmul(int n, int m, double alpha, double A[n][m], double B[m][n],
            double C[restrict n][n])
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i][j] = 0;
            for (int k = 0; k < m; k++)
                C[i][j] += alpha * A[i][k] * B[k][j];
        }
#pragma endscop
}
