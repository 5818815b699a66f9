/* sum is the caller's, and written anew by each iteration of the outer loops:
 * these use one of their own, and the last leaves what it holds. */
void contract(int nr, int nq, int np, double a[nr][nq][np], double c[np][np],
              double sum[np])
{
#pragma hedra
    for (int r = 0; r < nr; r++)
        for (int q = 0; q < nq; q++) {
            for (int p = 0; p < np; p++) {
                sum[p] = 0;
                for (int s = 0; s < np; s++)
                    sum[p] += a[r][q][s] * c[s][p];
            }
            for (int p = 0; p < np; p++)
                a[r][q][p] = sum[p];
        }
}

/* w is, too: of its elements the first is written apart. */
void sweep(int n, double a[n][n], double d[n][n], double w[n])
{
#pragma hedra
    for (int j = 0; j < n; j++) {
        w[0] = a[0][j];
        for (int i = 1; i < n; i++)
            w[i] = a[i][j] * w[i - 1];
        for (int i = 0; i < n; i++)
            d[i][j] = w[i];
    }
}
