/* expect: plain 8 */
/* expect: plain 10 */
void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (a[i] < 0)
            goto end;
        a[i] = 1;
    end:;
    }
}
