/* expect: statement 8 */
void f(int n, double *a, int *b)
{
#pragma hedra
    while (a[0] > 1) {
        for (int i = 0; i < n; i++)
            a[i] *= 0.5;
        if (b[0]) {
            if (a[1] > 2)
                break;
            b[0] = 0;
        }
    }
}
