/* expect: call 11 */
static void g(double *a, int i)
{
    a[i] = 0;
}

void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        g(a, i);
    }
}
