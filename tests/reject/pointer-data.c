/* expect: pointer 6 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        double *p = a + (int)b[i];
        *p = 1;
    }
}
