/* expect: clause 6 */
void f(int n, double a[n][n])
{
#pragma hedra data(a) layout(a : morton)
    {
        double *p = &a[0][0];
#pragma hedra
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                p[i * n + j] *= 2;
    }
}
