/* Sums of columns, and what they begin with. */
void sums(int n, const double a[restrict n][n], const double x[restrict n],
          double y[restrict n])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
            y[i] += a[j][i] * x[j];
        y[i] = 2 * y[i];
    }
}
