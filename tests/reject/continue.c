/* expect: statement 8 */
void f(int n, double *a)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (a[i] < 0) {
            if (a[i] > -1)
                continue;
            a[i] = 2;
        }
        a[i] = 1;
    }
}
