/* What a step does to the first row and to the first column alone is done in
 * tiles at the edge. */
void pinned(int n, int m, float a[restrict n][m], float b[restrict n][m])
{
#pragma hedra
    for (int t = 0; t < 100; t++) {
        for (int j = 0; j < m; j++)
            b[0][j] = 0.5f * a[0][j];
        for (int i = 1; i < n; i++)
            b[i][0] = 0.25f * a[i][0];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                b[i][j] = a[i - 1][j] + a[i][j - 1] + a[i + 1][j];
        for (int i = 0; i < n - 1; i++)
            for (int j = 0; j < m - 1; j++)
                a[i][j] = 0.5f * b[i][j];
    }
}
