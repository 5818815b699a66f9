/* expect: clause 4 */
void f(int n, double *p)
{
#pragma hedra data(p [0:n * n]) layout(p : morton)
    {
#pragma hedra
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                p[i * n + j] *= 2;
    }
}
