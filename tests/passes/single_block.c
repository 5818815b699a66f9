/* A triangular solve: on the host, steps in blocks. */
void solve(int n, const double l[restrict n][n], double x[restrict n])
{
#pragma hedra
    for (int j = n - 1; j >= 0; j--) {
        x[j] /= l[j][j];
        for (int i = 0; i < j; i++)
            x[i] -= l[i][j] * x[j];
    }
}
