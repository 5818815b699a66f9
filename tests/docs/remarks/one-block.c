/* A triangular solve: many short steps. */
void solve(int n, double l[restrict n][n], double x[restrict n])
{
#pragma hedra
    for (int j = 0; j < n; j++) {
        x[j] /= l[j][j];
        for (int i = j + 1; i < n; i++)
            x[i] -= l[i][j] * x[j];
    }
}
