/* A point that is not there may divide by the zero that fills a tile: products
 * of integers are unguarded, quotients are not. */
void unguarded(int n, int m, const int a[restrict n][m],
               const int b[restrict m][n], int product[restrict n][n],
               int quotient[restrict n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                product[i][j] += a[i][k] * b[k][j];
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++)
                quotient[i][j] += a[i][k] / b[k][j];
}
