/* expect: statement 6 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        while (a[i] > 0)
            a[i] -= 1;
    }
}
