/* A cursor: its running value tells where, and the stores of different
 * iterations do not meet. */
int cursor(int n, const int *restrict a, int *restrict x)
{
    int k = 0;
#pragma hedra extent(x[n])
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            x[k++] = a[i];
    return k;
}
