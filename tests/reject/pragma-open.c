/* expect: pragma 4 */
void f(int n, double *a)
{
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
