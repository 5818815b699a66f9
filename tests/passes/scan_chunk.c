/* Running maxima: on the host the passes of the scan go chunk by chunk, so that
 * what one leaves is in the caches for the next. */
void scan_chunk(int n, const int *restrict a, int *restrict x)
{
#pragma hedra extent(a[n], x[n])
    for (int i = 1; i < n; i++)
        x[i] = x[i - 1] > a[i] ? x[i - 1] : a[i];
}
