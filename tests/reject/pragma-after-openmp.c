/* expect: pragma 6 */
void f(int n, double *a)
{
#pragma omp parallel \
    for schedule(static)
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
