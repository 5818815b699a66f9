/* expect: pointer 6 */
void f(int n, double *a, double **p)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        p[i] = a + i;
    }
}
