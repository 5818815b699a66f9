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
