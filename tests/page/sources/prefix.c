/* A loop that carries a value, and one that uses it. */
void prefix(int n, const double *restrict a, double *restrict s,
            double *restrict b)
{
#pragma hedra
    {
        s[0] = a[0];
        for (int i = 1; i < n; i++)
            s[i] = s[i - 1] + a[i];
        for (int i = 0; i < n; i++)
            b[i] = s[i] / (i + 1);
    }
}
