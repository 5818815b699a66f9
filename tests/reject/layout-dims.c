/* expect: clause 4 */
void f(int n, double a[n][n][n][n])
{
#pragma hedra layout(a : morton dims(4))
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j][0][0] *= 2;
}
