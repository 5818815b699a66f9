/* Each row needs the one before; columns are parallel. */
void rows(int n, double a[restrict n][n])
{
#pragma hedra
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] += a[i - 1][j];
}
