/* expect: pragma 6 */
void f(int n, double *a)
{
    for (int i = 0; i < n; i++)
        a[i] = 0;
#pragma endscop
}
