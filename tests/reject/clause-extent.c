/* expect: clause 4 */
void f(int n, const int *p, double *restrict y)
{
#pragma hedra extent(z[n])
    for (int i = 0; i < n; i++)
        y[i] = p[i];
}
