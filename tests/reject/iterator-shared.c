/* expect: iterator-written 7 */
void f(int n, double *a, double *b)
{
    int j;
#pragma hedra
    for (j = 0; j < n; j++)
        for (j = 0; j < n; j++)
            a[j] = 0;
}
