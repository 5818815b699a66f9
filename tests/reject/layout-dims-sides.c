/* expect: clause 4 */
void f(int n, double a[n][n][n])
{
#pragma hedra layout(a : tile(4, 4, 4) dims(2))
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j][0] *= 2;
}
