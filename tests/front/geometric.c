/* Loops that double or halve are run by the driver. */
void halve(int n, float *x)
{
#pragma hedra extent(x[n])
    for (int s = n / 2; s > 0; s /= 2)
        for (int i = 0; i < s; i++)
            x[i] += x[i + s];
}

void rows(int n, int m, float a[n][m])
{
#pragma hedra
    for (int k = 1; k < m; k <<= 1)
        for (int i = 0; i < n; i++)
            for (int j = 0; j + k < m; j++)
                a[i][j] = a[i][j] * .5f + k;
}
