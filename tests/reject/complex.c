/* expect: plain 6 */
void f(int n, double _Complex *a)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] *= 2;
    }
}
