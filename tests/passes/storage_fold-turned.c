/* Each iteration of the parallel loop has factors of its own, and runs beside
 * its neighbours: theirs lie beside each other. */
void storage_fold(int n, double a[restrict n][n], double d[restrict n][n])
{
#pragma hedra
    for (int j = 0; j < n; j++) {
        double p[n];
        p[0] = 0.5;
        for (int i = 1; i < n; i++) {
            p[i] = 1 / (2 - a[i][j] * p[i - 1]);
            d[i][j] = (d[i][j] + d[i - 1][j]) * p[i];
        }
        for (int i = n - 2; i >= 0; i--)
            d[i][j] += p[i] * d[i + 1][j];
    }
}
