/* A cursor whose step stands before it. */
int turned(int n, const int *restrict a, int *restrict x)
{
    int k = 0;
#pragma hedra extent(x[n])
    for (int i = 0; i < n; i++)
        if (a[i] > 0) {
            x[k] = a[i];
            k = 1 + k;
        }
    return k;
}
