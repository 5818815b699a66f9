/* Functions that return nothing, and do so early.
 * args: -I../../.. */
#include "tests/field/field.h"

static void clamp(int i, int n, float *a, const float *x)
{
    if (i >= n)
        return;
    a[i] = x[i];
    if (x[i] < 0.25f) {
        a[i] = 0;
        return;
    }
    if (i == 3)
        return;
    a[i] += 1;
}

static void follow(int i, int *a, const int *x)
{
    int k = i;
    while (k > 0 && x[k] > 100) {
        k--;
        if (x[k] % 3 == 0)
            break;
    }
    if (k == 0)
        return;
    a[i] = k;
}

static int steps(int n, const int *x, int i)
{
    int s = 0, y[4] = {0};
    for (int k = i; k < n; k++)
        s += x[k] & 3;
    follow(2, y, x);
    return s + y[2];
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 50, 20000);
    float *a = field_floats(n + 8), *x = field_floats(n + 8);
    int *p = field_ints(n, 1000), *q = field_ints(n, 10), *r = field_ints(n, 9);
    field_begin();
#pragma hedra
    for (int i = 0; i < n + 8; i++)
        clamp(i, n, a, x);
#pragma hedra extent(p[n], q[n])
    for (int i = 0; i < n; i++)
        follow(i, q, p);
#pragma hedra extent(p[n])
    for (int i = 0; i < n; i++)
        r[i] = steps(i + 4 < n ? i + 4 : n, p, i);
    field_end();
    field_sum("a", a, (n + 8) * sizeof *a);
    field_sum("q", q, n * sizeof *q);
    field_sum("r", r, n * sizeof *r);
}
