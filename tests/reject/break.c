/* expect: plain 7 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            break;
        a[i] = 1;
    }
}
