/* A sparse triangular solve: rows depend on those that data names. */
void solve(int n, int nnz, const int *restrict row, const int *restrict col,
           const double *restrict v, const double *restrict b,
           double *restrict x)
{
#pragma hedra extent(row[n + 1], col[nnz], v[nnz], b[n], x[n])
    for (int i = 0; i < n; i++) {
        double s = b[i];
        for (int k = row[i]; k < row[i + 1]; k++)
            s -= v[k] * x[col[k]];
        x[i] = s;
    }
}
