/* expect: expression 6 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = b[i] > 0 ? (b[i] = 1, 2.0) : 3;
    }
}
