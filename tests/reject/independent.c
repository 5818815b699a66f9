/* expect: clause 6 */
/* expect: clause 13 */

void f(int n, double *x)
{
#pragma hedra independent(j)
    for (int i = 0; i < n; i++)
        x[i] = i;
}

void g(int n, double *x)
{
#pragma hedra independent(x)
    for (int i = 0; i < n; i++)
        x[i] = i;
}
