/* expect: pointer 7 */
double *f(int n, double *a, double *b)
{
    double *p = a;
#pragma hedra
    for (int i = 0; i < n; i++) {
        p = a + i;
        b[i] = *p;
    }
    return p;
}
