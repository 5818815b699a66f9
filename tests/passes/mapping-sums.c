/* mapping: of four loops that run in parallel a grid has room for three. The
 * fourth and the sum's loop, which is last, each run once. */
void sums(int n, int m, double a[n][n][n][n], double b[n][n][m],
          double c[n][n][m])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                for (int l = 0; l < n; l++)
                    for (int p = 0; p < m; p++)
                        a[i][j][k][l] += b[i][j][p] * c[k][l][p];
}
