/* expect: expression 7 */
void f(int n, int m, double *a, double *b)
{
    int j;
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (j = 0; j < n && 2 * j < m; j++)
            a[j] = 0;
        b[i] = j;
    }
}
