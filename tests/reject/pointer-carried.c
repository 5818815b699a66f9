/* Each iteration reads by what the one before it set. */
/* expect: pointer 8 */
void f(int n, const double *a, double *b)
{
    const double *p = a;
#pragma hedra
    for (int i = 0; i < n; i++) {
        b[i] = *p;
        p = a + 2 * i;
    }
}
