/* Sums of rows of two matrices, what they begin with and what becomes of them:
 * on the host three nests take turns within what a thread takes at once. */
void sums(int n, const double a[restrict n][n], const double b[restrict n][n],
          const double x[restrict n], double y[restrict n], double z[restrict n])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        z[i] = 0;
        for (int j = 0; j < n; j++) {
            y[i] += a[j][i] * x[j];
            z[i] += b[j][i] * x[j];
        }
        y[i] = 2 * y[i] + 3 * z[i];
    }
}
