/* expect: type 6 */
void f(int n, volatile double *a)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] *= 2;
    }
}
