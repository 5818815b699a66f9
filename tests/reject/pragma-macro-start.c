/* expect: pragma 6 */
#define FIRST a[0] = 0; for (int i = 1; i < n; i++)

void f(int n, double *a)
{
#pragma hedra
    FIRST
        a[i] = 0;
}
