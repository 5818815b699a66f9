/* expect: loop-form 7 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        int j = 0;
        for (; j < n; j++)
            a[j] += 1;
    }
}
