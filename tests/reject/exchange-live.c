/* The third pointer is read after the region. */
/* expect: pointer 8 */
/* expect: pointer 9 */
double *f(int n, double *restrict a, double *restrict b, double *spare)
{
#pragma hedra
    for (int t = 0; t < n; t++) {
        b[t] = a[t] + t;
        spare = a;
        a = b;
        b = spare;
    }
    return spare;
}
