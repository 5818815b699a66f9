/* expect: call 6 */
static double scale = 2;

static double scaled(int i)
{
    return scale * i;
}

void f(int n, double *a, double *b)
{
    double scale = 3;
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = scaled(i) * scale;
    }
}
