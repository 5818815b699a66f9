/* A sparse triangular system: an inspector finds what may run in parallel. */
void solve(int n, int nz, const int *restrict row, const int *restrict col,
           const double *restrict val, const double *restrict b,
           double *restrict x)
{
#pragma hedra extent(col[nz], val[nz], x[n])
    for (int i = 0; i < n; i++) {
        double s = b[i];
        for (int k = row[i]; k < row[i + 1]; k++)
            s -= val[k] * x[col[k]];
        x[i] = s;
    }
}
