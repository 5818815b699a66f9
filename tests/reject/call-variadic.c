/* expect: call 11 */
static int last(int i, ...)
{
    return i;
}

void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = last(i, 2);
    }
}
