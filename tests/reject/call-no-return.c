/* expect: call 3 */
/* args: -Wno-return-type */
static int pick(int i)
{
    if (i > 0)
        return i;
}

void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = pick(i);
    }
}
