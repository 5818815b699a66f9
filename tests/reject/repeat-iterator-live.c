/* expect: statement 7 */
void f(int n, double *a, int *last)
{
    int i = 0;
#pragma hedra
    while (a[0] > 1)
        for (i = 0; i < n; i++)
            a[i] *= 0.5;
    *last = i;
}
