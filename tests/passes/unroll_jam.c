/* A thread has several points of the product: what it reads serves them all,
 * and their sums stay in registers. */
void unroll_jam(int n, int m, const float a[restrict n][m],
                const float b[restrict m][n], float c[restrict n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                c[i][j] += a[i][k] * b[k][j];
}
