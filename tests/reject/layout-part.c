/* expect: clause 4 */
void f(int n, double a[n][n])
{
#pragma hedra data(a [1:n - 1]) layout(a : morton)
    {
#pragma hedra
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
                a[i][j] *= 2;
    }
}
