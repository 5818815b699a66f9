/* A team for each row, and the columns' sums taken out of the loop. */
void row_sums(int n, int m, double A[n][m], double x[m], double y[m],
              double q[n])
{
#pragma hedra reassociate
    for (int i = 0; i < n; i++) {
        q[i] = 0;
        for (int j = 0; j < m; j++) {
            y[j] += x[j] * A[i][j];
            q[i] += A[i][j] * x[j];
        }
    }
}
