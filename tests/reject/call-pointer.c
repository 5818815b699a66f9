/* expect: plain 6 */
void f(int n, double *a, double (*g)(int))
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = g(i);
    }
}
