/* expect: loop-form 5 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int j = 1; j < n; j *= 2)
        a[j] += 1;
}
