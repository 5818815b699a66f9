/* A triangle in which each point waits for two neighbours. */
void wave(int n, double A[n][n])
{
#pragma hedra
    for (int i = 1; i < n; i++)
        for (int j = 1; j <= i; j++)
            A[i][j] = 0.5 * (A[i - 1][j] + A[i][j - 1]);
}
