/* expect: pragma 7 */
void f(int n, double *a)
{
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = 1;
#pragma endscop
}
