/* An outer loop in order around two that are parallel. */
void schedule(int n, float a[restrict n][n], float b[restrict n][n])
{
#pragma hedra
    for (int t = 0; t < n; t++) {
        for (int i = 0; i < n; i++)
            a[t][i] += b[t][i];
        for (int i = 0; i < n; i++)
            b[i][t] = a[t][n - 1 - i];
    }
}
