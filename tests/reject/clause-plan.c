/* expect: clause 4 */
void f(int n, double *a, double *b)
{
#pragma hedra plan(list)
    for (int i = 0; i < n; i++) {
        a[i] = 0;
    }
}
