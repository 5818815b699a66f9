/* Variables that a loop whose bounds data gives sets first in each iteration:
 * the loop around declares them as it were, with a clause or without. */
void told(int n, const int *row, const int *col, double *v, double *x)
{
    int i, k;
    double sum;
#pragma hedra private(i, k, sum)
    for (i = 0; i < n; i++) {
        sum = 0;
        for (k = row[i]; k < row[i + 1]; k++)
            sum += v[k] * x[col[k]];
        x[i + n] = sum;
    }
}

void found(int n, const int *row, double *v, double *x)
{
    int k;
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (k = row[i]; k < row[i + 1]; k++)
            x[i] += v[k];
        for (k = row[i]; k < row[i + 1]; k++)
            x[i] *= v[k];
    }
}

/* It is read after the nest, or before an iteration sets it. */
int kept(int n, const int *row, double *v, double *x)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        for (k = row[i]; k < row[i + 1]; k++)
            x[i] += v[k];
    return k;
}

void carried(int n, const int *row, double *v, double *x)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++)
        for (; k < row[i + 1]; k++)
            x[i] += v[k];
}
