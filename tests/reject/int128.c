/* expect: type 6 */
void f(int n, __int128 *a)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] *= 2;
    }
}
