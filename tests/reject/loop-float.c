/* expect: loop-form 6 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (float x = 0; x < 1; x += 1)
            a[i] += 1;
    }
}
