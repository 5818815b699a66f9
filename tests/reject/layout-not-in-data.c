/* expect: clause 4 */
void f(int n, double grid[n][n], double other[n][n])
{
#pragma hedra data(grid) layout(gird : morton)
    {
#pragma hedra
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                grid[i][j] *= other[i][j];
    }
}
