/* expect: loop-form 6 */
void f(int n, double *a, double *b)
{
    int j = 0;
#pragma hedra
    for (; j < n && a[j] > 0; j++)
        a[j] += 1;
}
