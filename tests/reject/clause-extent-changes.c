/* expect: clause 5 */
void f(int n, const int *p, double *restrict y)
{
    int m = 0;
#pragma hedra extent(y[m + 1])
    for (int i = 0; i < n; i++) {
        m = p[i];
        y[i] = m;
    }
}
