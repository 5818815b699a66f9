/* expect: clang 6 */
void f(int n, double *a)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] = y;
}
