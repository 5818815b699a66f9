/* expect: loop-form 5 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int j = 0; b[0] < n; j++)
        a[j] += 1;
}
