/* A prefix sum: the chunks follow one another through the host's threads, each
 * waiting for the sum before it. */
void doacross(int n, const int *restrict a, int *restrict x)
{
#pragma hedra extent(a[n], x[n])
    for (int i = 1; i < n; i++)
        x[i] = x[i - 1] + a[i];
}
