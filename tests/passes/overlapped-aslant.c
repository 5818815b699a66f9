/* Steps that reach further to one side than to the other, and to none along a
 * dimension. */
void aslant(int n, int m, float a[restrict n][m], float b[restrict n][m])
{
#pragma hedra
    for (int t = 0; t < 100; t++) {
        for (int i = 2; i < n - 1; i++)
            for (int j = 1; j < m; j++)
                b[i][j] = a[i - 2][j] + a[i][j - 1] + a[i + 1][j];
        for (int i = 2; i < n - 1; i++)
            for (int j = 1; j < m; j++)
                a[i][j] = 0.5f * b[i][j];
    }
}
