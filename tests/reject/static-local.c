/* expect: plain 6 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        static double t;
        t = a[i];
        b[i] = t;
    }
}
