/* expect: pragma 4 */
void f(int n, double *a)
{
#pragma hedra
    a[n] = 0;
}
