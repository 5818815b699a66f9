/* expect: type 6 */
void f(int n, _Atomic int *a)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = 2;
    }
}
