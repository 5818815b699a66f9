/* Calls of functions that return nothing: with loops, in loops of data, in
 * bodies, in other such functions, with pointers to elements, rows and scalars
 * of the region and with arrays whose extents are parameters, several times
 * with variables of their own each. */
#include <stdio.h>

static int total;
static void put(double *a, int i, double v)
{
    a[i] = v;
}
static void relax(int m, double (*restrict to)[m], double (*restrict from)[m],
                  int i, int j)
{
    double s = from[i - 1][j] + from[i + 1][j];
    s += from[i][j - 1] + from[i][j + 1];
    to[i][j] = s / 4;
    return;
}
static void sweep(int n, int m, double to[restrict n][m],
                  double from[restrict n][m])
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            relax(m, to, from, i, j);
}
static void minmax(double x, double *lo, double *hi)
{
    if (x < *lo)
        *lo = x;
    if (x > *hi)
        *hi = x;
}
static void shift(double *v, int n)
{
    while (n > 1) {
        n--;
        v[n] = v[n - 1];
    }
    v[0] = n;
}
static void jacobi(int n, int m, int steps, double (*restrict a)[m],
                   double (*restrict b)[m])
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        sweep(n, m, b, a);
        sweep(n, m, a, b);
    }
}
static void fill(int n, double *restrict a)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        put(a, i, i * 2);
        if (i > 3)
            put(a, i, a[i] + a[i] / 2);
    }
}
static void range(int n, int m, const double (*restrict a)[m],
                  double (*restrict out)[2])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        double lo = a[i][0], hi = lo;
        for (int j = 1; j < m; j++)
            minmax(a[i][j], &lo, &hi);
        put(out[i], 0, lo);
        put(out[i], 1, hi);
    }
}
static void shifts(int n, double (*restrict v)[6])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        shift(v[i], i % 3 + 3);
}
static void swap_tail(int n, int steps, double *restrict a, double *restrict b)
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++) {
            double w[2];
            put(w, 0, a[i - 1]);
            put(w, 1, a[i + 1]);
            put(b, i, w[0] + w[1] + t);
        }
        double *c = a;
        a = b;
        b = c;
    }
}
static void count(int k)
{
    total += k;
}
static void counted(int n, const int *restrict x)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i] > 2)
            count(x[i]);
}
int main(void)
{
    static double a[20][30], b[20][30], out[20][2], v[20][6], p[40], q[40];
    int x[40];
    double sum = 0;

    for (int i = 0; i < 600; i++)
        a[i / 30][i % 30] = i * 7 % 31;
    jacobi(20, 30, 3, a, b);
    range(20, 30, a, out);
    fill(40, p);
    for (int i = 0; i < 120; i++)
        v[i / 6][i % 6] = i;
    shifts(20, v);
    swap_tail(40, 5, p, q);
    for (int i = 0; i < 40; i++)
        x[i] = i % 7;
    counted(40, x);
    for (int i = 0; i < 600; i++)
        sum += a[i / 30][i % 30] * i;
    for (int i = 0; i < 40; i++)
        sum += p[i] * i - q[i] + out[i / 2][i % 2];
    for (int i = 0; i < 120; i++)
        sum += v[i / 6][i % 6] * (i % 11);
    printf("%.17g %d\n", sum, total);
    return 0;
}
