/* Factors in scalars: of a product; of one whose factors the region writes, so
 * that they stay as they were read; a term of a factor, which would be added
 * without being rounded; and of what no loop sums, whose factors stay. */
void multiply(int n, const float *restrict a, const float *restrict b,
              float *restrict c)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            float part = 1.5f * a[i * n + k];
            for (int j = 0; j < n; j++)
                c[i * n + j] += part * b[k * n + j];
        }
}

void eliminate(int n, float a[n][n])
{
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            float part = 2 * a[i][k];
            for (int j = k; j < n; j++)
                a[i][j] -= part * a[k][j];
        }
}

void combine(int n, const float *restrict a, const float *restrict b,
             float *restrict c)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            float part = 1.5f * a[i * n + k];
            for (int j = 0; j < n; j++)
                c[i * n + j] += (part + b[k * n + j]) * b[j * n + k];
        }
}

void spread(int n, const float *restrict a, const float *restrict b,
            float c[restrict n][n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            float part = 1.5f * a[i * n + k];
            for (int j = 0; j < n; j++)
                c[i][k][j] += part * b[k * n + j];
        }
}
