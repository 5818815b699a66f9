/* Few points are active: a list of them is made, and the work of a row is done
 * for those alone. */
void active_points(int n, int m, const int active[restrict n],
                   const float a[restrict n][m], float s[restrict n])
{
#pragma hedra plan(compact)
    for (int i = 0; i < n; i++)
        if (active[i])
            for (int j = 0; j < m; j++)
                s[i] += a[i][j] * a[i][j];
}
