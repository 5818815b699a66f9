/* expect: type 6 */
void f(int n, double *a, long double x)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] += x;
    }
}
