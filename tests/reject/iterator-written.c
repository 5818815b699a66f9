/* expect: iterator-written 7 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = 0;
        i += 1;
    }
}
