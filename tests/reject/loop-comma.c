/* expect: loop-form 5 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int j = 0; j < n; j++, a[0]++)
        a[j] += 1;
}
