/* A scan: on the host its passes are interleaved, chunk by chunk (the loop around K0
 * to K5), on a GPU each of them is one launch. */
void scan(int n, const int *restrict a, int *restrict x)
{
#pragma hedra
    for (int i = 1; i < n; i++)
        x[i] = x[i - 1] + a[i];
}
