/* expect: loop-form 5 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int j = 0, k; j < n; j++)
        a[j] += 1;
}
