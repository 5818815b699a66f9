/* Which of the two it is only data tells. */
/* expect: pointer 10 */
void f(int n, double *a, double *b, double *c)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        double *p = a;
        if (c[i] > 0)
            p = b;
        p[i] = 1;
    }
}
