/* expect: pragma 13 */
void f(int n, double *a)
{
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = 0;
}

void g(int n, double *a)
{
    for (int i = 0; i < n; i++)
        a[i] = 0;
#pragma endscop
}
