/* Two sweeps in each step. */
void smooth(int steps, int n, double a[restrict n][n], double b[restrict n][n])
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = a[i][j - 1] + a[i][j + 1] + a[i - 1][j] + a[i + 1][j];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = 0.25 * b[i][j];
    }
}
