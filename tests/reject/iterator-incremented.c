/* expect: iterator-written 8 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            if (a[j] > 0)
                j++;
    }
}
