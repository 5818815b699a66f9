/* A product whose sums are kept in a scalar. */
void multiply(int n, const float *restrict a, const float *restrict b,
              float *restrict c)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}
