/* expect: statement 14 */
/* expect: call 20 */
/* Ways out in the midst, recursion. */
static void g(double *a, int n)
{
    if (n > 2)
        a++;
}

static void leave(double *a, int i)
{
    for (int k = 0; k < i; k++)
        if (i > 3)
            return;
    a[i] = 1;
}

static void again(double *a, int i)
{
    again(a, i + 1);
}

void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        g(a, i);
        leave(a, i);
        again(b, i);
    }
}
