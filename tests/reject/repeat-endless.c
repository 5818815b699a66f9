/* expect: unbounded 6 */
void f(int n, double *a)
{
    double last = 0;
#pragma hedra
    for (;;) {
        for (int i = 0; i < n; i++)
            a[i] += last;
        last = a[0];
    }
}
