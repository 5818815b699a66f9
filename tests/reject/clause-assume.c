/* expect: clause 4 */
void f(int n, double *a, double *b)
{
#pragma hedra assume(m > 0)
    for (int i = 0; i < n; i++) {
        a[i] = 0;
    }
}
