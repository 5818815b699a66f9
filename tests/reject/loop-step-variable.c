/* expect: loop-form 5 */
void f(int n, const int *step, double *a)
{
#pragma hedra
    for (int j = 0; j < n; j += step[j])
        a[j] += 1;
}
