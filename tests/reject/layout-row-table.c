/* expect: clause 4 */
void f(int n, double **a)
{
#pragma hedra layout(a [0:n] : morton)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] *= 2;
}
