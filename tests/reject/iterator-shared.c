/* expect: iterator-written 8 */
void f(int n, double *a, double *b)
{
    int j;
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (j = 0; j < n; j++)
            for (j = 0; j < n; j++)
                a[j] = 0;
    }
}
