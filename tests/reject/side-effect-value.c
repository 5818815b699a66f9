/* expect: expression 7 */
void f(int n, double *a, double *b)
{
    int k = 0;
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = b[i] > 0 && (k = i);
    }
}
