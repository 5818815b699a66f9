/* expect: call 14 */
static double sum(const double *a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = b[i] > 0 ? sum(b, i) : 0;
    }
}
