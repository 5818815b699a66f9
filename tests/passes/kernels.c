/* Two kernels in a loop of the host. */
void kernels(int steps, int n, double a[restrict n][n], double b[restrict n][n])
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                b[i][j] = a[j][i] + t;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] = 0.5 * b[n - 1 - i][j];
    }
}
