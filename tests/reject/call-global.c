/* expect: call 6 */
static int counter;

static int count(int i)
{
    counter += i;
    return counter;
}

void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = count(i);
    }
}
