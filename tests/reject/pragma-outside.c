/* expect: pragma 2 */
#pragma hedra
void f(int n, double *a)
{
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
