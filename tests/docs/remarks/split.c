/* Step k needs row k and column k of the matrix alone. */
void paths(int n, int d[restrict n][n])
{
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int i = n - 1; i >= 0; i--)
            for (int j = 0; j < n; j++)
                if (d[i][k] + d[k][j] < d[i][j])
                    d[i][j] = d[i][k] + d[k][j];
}
