/* expect: pointer 8 */
/* expect: pointer 9 */
void f(int n, double *a, double *b)
{
    double *p;
#pragma hedra
    for (int i = 0; i < n; i++) {
        p = a + i;
        b[i] = *p;
    }
}
