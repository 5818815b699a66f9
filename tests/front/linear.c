/* Linearised subscripts keep their shape. */
void linear(int n, int m, int k, float *a, const float *b)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i * m + j] = b[(i * m + j) * k + n * m] + b[j * n + i];
}
