/* expect: loop-form 5 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int j = 0, k = n; j < k; j++)
        a[j] += 1;
}
