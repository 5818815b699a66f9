/* The lanes of a scan on the host have rows of elements each: the rows are
 * turned into columns, so that neighbouring lanes fill vectors. */
void transpose(int n, const int *restrict a, int *restrict x)
{
#pragma hedra extent(a[n], x[n])
    for (int i = 1; i < n; i++)
        x[i] = x[i - 1] + 2 * a[i];
}
