/* Blocks at the edge of a product compute points that are not in it, rather
 * than ask at each step. */
void unguarded(int n, int m, const double a[restrict n][m],
               const double b[restrict m][n], double c[restrict n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                c[i][j] += a[i][k] * b[k][j];
}
