/* Functions that return nothing, and do so early. */
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

void f(int n, float *a, const float *x, int *r, const int *p)
{
#pragma hedra extent(p[n])
    for (int i = 0; i < n + 8; i++) {
        clamp(i, n, a, x);
        r[i] = steps(n, p, i);
    }
}
