/* Blocks of 2 x 2 threads, which begin at an even row and column. */
void blocks(int n, double A[n][n], double B[n][n])
{
#pragma hedra tile(2, 2)
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            B[i][j] = 2 * A[i][j];
}
