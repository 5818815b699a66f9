/* The inner loops of a time loop, whose text threads share: scalars that are
 * declared outside are each iteration's own. */
void sweeps(int steps, int n, double a[n][n], double b[n][n])
{
    double left;
    int i, j;
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++) {
                left = a[i][j - 1] + a[i - 1][j];
                b[i][j] = left + a[i][j + 1] + a[i + 1][j];
            }
        for (i = 1; i < n - 1; i++)
            for (j = 1; j < n - 1; j++)
                a[i][j] = b[i][j];
    }
}
