/* expect: expression 6 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        int t[3] = {[1] = 2};
        a[i] = t[1];
    }
}
