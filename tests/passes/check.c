/* What the verifier has passed behind the last pass over KIR. */
void check(int n, const float *restrict a, float *restrict b)
{
#pragma hedra extent(a[n], b[n])
    for (int i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
}
