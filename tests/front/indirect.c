/* Subscripts and bounds read from arrays stay what they are. */
void indirect(int n, const int *row, const int *col, const double *val,
              const double *x, double *y)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            sum += val[k] * x[col[k]];
        y[i] = sum;
    }
}
