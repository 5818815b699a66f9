/* Rows of a matrix in plain memory. */
void add(int n, int m, double *restrict a, const double *restrict b)
{
#pragma hedra
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] += b[i * n + j];
}
