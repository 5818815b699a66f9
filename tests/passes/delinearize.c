/* Subscripts a[i * n + j] have the shape [.][n]. */
void linearised(int n, int m, double *restrict a, const double *restrict b)
{
#pragma hedra
    for (int i = 1; i < m; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = a[(i - 1) * n + j] + b[i * n + j];
}
