/* expect: clause 4 */
void f(int n, int *restrict p, double *restrict y)
{
#pragma hedra injective(p)
    for (int i = 0; i < n; i++) {
        y[p[i]] = 1;
        p[i] = i;
    }
}
