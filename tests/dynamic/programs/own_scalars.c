/* Scalars declared outside of the loop and assigned where data says so: read
 * under the same condition, or by promise of a clause. */
#include <stdio.h>

enum { N = 50 };

static void same_condition(int n, const double *restrict y, double *restrict x)
{
    double t = 0, u;
    int k = 0;
#pragma hedra extent(x[N], y[N])
    for (int i = 0; i < n; i++) {
        if (y[i] > 2) {
            t = y[i] * 3;
            k = i & 3;
            x[i] = t * t;
            if (y[i] > 5) {
                u = t + 1;
                x[i] -= u / (k + 1);
            }
            x[i] += k;
        }
    }
}

static void by_promise(int n, const double *restrict y, double *restrict x)
{
    double t = 7;
    int many = 0;
#pragma hedra extent(x[N], y[N]) private(t, many)
    for (int i = 0; i < n; i++) {
        if (y[i] > 2)
            t = y[i] - 1;
        if (y[i] > 4)
            t = t * 0.5;
        many = y[i] > 3;
        if (many)
            x[i] += t;
    }
}

static double left(int n, const double *restrict y, double *restrict x)
{
    double t = 3;
#pragma hedra extent(x[N], y[N])
    for (int i = 0; i < n; i++)
        if (y[i] > 2) {
            t = y[i] * 2;
            x[i] -= t;
        }
    return t;
}

/* Each element of y is another when it is tested again. */
static void changed(int n, double *restrict y, double *restrict x)
{
    double t = 5;
#pragma hedra extent(x[N], y[N])
    for (int i = 0; i < n; i++) {
        if (y[i] > 2)
            t = y[i];
        y[i] = i % 4;
        if (y[i] > 2)
            x[i] += t;
    }
}

int main(void)
{
    double x[N], y[N], s = 0;
    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = i * 7 % 9;
    }
    same_condition(N, y, x);
    by_promise(N, y, x);
    printf("%g\n", left(N, y, x));
    changed(N, y, x);
    for (int i = 0; i < N; i++)
        s = s * 0.75 + x[i];
    printf("%.17g\n", s);
    return 0;
}
