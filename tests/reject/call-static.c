/* expect: call 4 */
static int count(int i)
{
    static int last;
    last = i;
    return last;
}

void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = count(i);
    }
}
