/* A cursor that goes on from row to row: the rows are counted, a scan of what
 * they count tells where each begins, and they are independent. */
int cursor_rows(int n, int m, const int *restrict a, int *restrict x)
{
    int k = 0;
#pragma hedra extent(a[n * m], x[n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (a[i * m + j] > 0)
                x[k++] = a[i * m + j];
    return k;
}
