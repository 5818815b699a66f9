/* Three loops that share all that they read: tiles for the host's caches. */
void cache_tile(int n, const double a[restrict n][n],
                const double b[restrict n][n], double c[restrict n][n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j][k] = a[j][i] * b[k][j];
}
