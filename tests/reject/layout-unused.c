/* expect: clause 4 */
void f(int n, double a[n][n], double b[n][n])
{
#pragma hedra layout(b : morton)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] *= 2;
    b[0][0] = 1;
}
