/* LU as it is written right-looking: steps in blocks, by phases of tiles. */
void factor(int n, double a[restrict n][n])
{
#pragma hedra
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            a[i][k] /= a[k][k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}
