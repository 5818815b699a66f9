/* expect: pointer 7 */
void f(int n, double *a, double *b)
{
    long p;
#pragma hedra
    for (int i = 0; i < n; i++) {
        p = (long)&a[i];
    }
}
