/* expect: iterator-written 7 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int j = 0; j < n; j++)
        if (a[j] > 0)
            j++;
}
