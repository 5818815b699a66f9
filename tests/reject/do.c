/* expect: statement 6 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        do
            a[i] -= 1;
        while (a[i] > 0);
    }
}
