/* expect: clause 6 */
void f(int n, double a[n][n])
{
#pragma hedra data(a) layout(a : morton)
    {
#pragma hedra layout(a : hilbert)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] *= 2;
    }
}
