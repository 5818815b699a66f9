/* expect: loop-form 6 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++, a[i]++)
            b[j] += 1;
    }
}
