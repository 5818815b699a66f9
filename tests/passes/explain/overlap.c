/* Loops over time: what runs in overlapped tiles. */
void smooth(int steps, int n, double A[n], double B[n])
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            B[i] = 0.25 * (A[i - 1] + 2 * A[i] + A[i + 1]);
        for (int i = 1; i < n - 1; i++)
            A[i] = B[i];
    }
}

/* Sweeps in place, a row of its own, and an array that time indexes. */
void waves(int steps, int n, int m, float E[n][m], float H[n][m],
           const float source[steps])
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < m; j++)
            E[0][j] = source[t];
        for (int i = 1; i < n; i++)
            for (int j = 0; j < m; j++)
                E[i][j] = E[i][j] - 0.5f * (H[i][j] - H[i - 1][j]);
        for (int i = 0; i < n - 1; i++)
            for (int j = 0; j < m - 1; j++)
                H[i][j] = H[i][j] - 0.7f * (E[i + 1][j] - E[i][j + 1]);
    }
}

/* Not these: the sweep depends on itself; it moves with time; it reads what is
 * far. */
void in_order(int steps, int n, double A[n], double B[n])
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            A[i] = 0.5 * (A[i - 1] + A[i + 1]);
    }
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = t; i < n - 1; i++)
            B[i] = A[i] + A[i + 1];
        for (int i = t; i < n - 1; i++)
            A[i] = B[i];
    }
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            B[i] = A[n - 1 - i] + A[i + 1];
        for (int i = 1; i < n - 1; i++)
            A[i] = B[i];
    }
}
