/* expect: plain 8 */
double g(int i);

void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = g(i);
    }
}
