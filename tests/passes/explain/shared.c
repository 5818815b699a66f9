/* Loops of iterations of which a GPU's threads share what is long, and such as
 * each thread does alone. */
void taken(int n, int nnz, const int *restrict row, const int *restrict col,
           const double *restrict v, const double *restrict x,
           double *restrict y, int *restrict most)
{
#pragma hedra extent(row[n + 1], col[nnz], v[nnz], x[n]) reassociate
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += v[k] * x[col[k]];
        y[i] = s;
    }
#pragma hedra extent(row[n + 1], col[nnz])
    for (int i = 0; i < n; i++) {
        int begin = row[i], end = row[i + 1], top = 0;
        if (i % 3)
            for (int k = begin; k < end; k++)
                top = col[k] > top ? col[k] : top;
        most[i] = top;
    }
}

void not_taken(int n, int nnz, int m, const int *restrict row,
               const int *restrict col, const double *restrict v,
               const double *restrict x, double *restrict y, int *restrict z)
{
    /* A sum of floats in order. */
#pragma hedra extent(row[n + 1], col[nnz], v[nnz], x[n])
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += v[k] * x[col[k]];
        y[i] = s;
    }
    /* Loops of equal length. */
#pragma hedra extent(col[n + m], x[nnz]) reassociate
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < m; k++)
            s += x[col[i + k]];
        y[i] = s;
    }
    /* The next iteration needs what this one leaves. */
#pragma hedra extent(row[n + 1], col[nnz])
    for (int i = 0; i < n; i++) {
        int s = 0, last = 0;
        for (int k = row[i]; k < row[i + 1]; k++) {
            s += col[k] - last;
            last = col[k];
        }
        z[i] = s;
    }
#pragma hedra extent(row[n + 1], col[nnz])
    for (int i = 0; i < n; i++) {
        int s = 0;
        if (i % 3 || row[i] > 5) {
            int last = row[i];
            for (int k = row[i]; k < row[i + 1]; k++) {
                s += col[k] - last;
                last = col[k];
            }
        }
        z[i] = s;
    }
}
