/* A sparse matrix times a vector: some rows are long. */
void spmv(int n, int nnz, const int *restrict row, const int *restrict col,
          const double *restrict v, const double *restrict x,
          double *restrict y)
{
#pragma hedra extent(row[n + 1], col[nnz], v[nnz], x[n]) reassociate
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += v[k] * x[col[k]];
        y[i] = s;
    }
}
