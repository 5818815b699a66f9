/* expect: expression 6 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = _Generic(n, int: 1, default: 2);
    }
}
