/* Shortest paths: what is neither in the rows nor in the columns of 32 steps
 * takes all of them at once. */
void closure(int n, float d[restrict n][n])
{
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                d[i][j] = d[i][j] < d[i][k] + d[k][j] ? d[i][j]
                                                      : d[i][k] + d[k][j];
}
