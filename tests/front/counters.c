/* Counters of loops that are scalars elsewhere; labels that nothing jumps to. */
void ends(int n, int m, double a[n][m])
{
    int i;
#pragma hedra
    for (int j = 0; j < m; j++) {
        i = 1;
        a[i][j] = a[i + 1][j];
        for (i = 2; i < n; i += 2)
            a[i][j] = i;
        a[i - 2][j] = i;
    }
}

int after(int n, int *a, int *b)
{
    int i;
#pragma hedra
    {
        for (i = 0; i < n; i++)
        begin:
            a[i] = i;
        for (; i < 2 * n; i++)
            b[i] = a[i - n];
    }
    return i;
}

void rows(int n, const int *row, double *restrict y)
{
    int k;
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (k = 0; k < 3; k++)
            y[3 * i + k] = 0;
        for (k = row[i]; k < row[i + 1]; k++)
            y[3 * i] += k;
        y[3 * i + 1] = k;
    }
}
