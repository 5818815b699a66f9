/* expect: call 4 */
static int fact(int i)
{
    return i < 2 ? 1 : i * fact(i - 1);
}

void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = fact(i);
    }
}
