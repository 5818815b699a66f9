/* Strides of 1 and of other numbers, in variables of several types: functions
 * of shared loops have a case for 1. */
#include <stdio.h>
#include <stdlib.h>
static void axpy(int n, double a, const double *x, int incx, double *y,
                 int incy)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        y[i * incy] += a * x[i * incx];
}
static void rows(int n, int m, const float *a, long ld, long cs, float *b)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            float s = 0;
            for (int k = 0; k < 3; k++)
                s += a[i * ld + (j + k) * cs];
            b[i * m + j] = s;
        }
}
static void narrow(int n, short st, const int *x, int *y)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        if (x[i * st] > 3)
            y[i] = x[i * st] * 2;
}
static void down(int n, unsigned char st, int *x)
{
#pragma hedra
    for (int i = n - 1; i >= 0; i--)
        x[i * st] = x[i * st] * 3 + i;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 5000;
    double *x = malloc(8 * 3 * n), *y = malloc(8 * 3 * n);
    float *a = malloc(4 * 200000), *b = malloc(4 * 200000);
    int *p = malloc(4 * 3 * n), *q = malloc(4 * 3 * n);
    for (int i = 0; i < 3 * n; i++)
        x[i] = i % 7, y[i] = i % 5, p[i] = i % 11, q[i] = 0;
    for (int i = 0; i < 200000; i++)
        a[i] = i % 13;
    for (int s = 1; s < 3; s++)
        for (int t = 0; t < 3; t++) {
            axpy(n, 2, x, t, y, s);
            rows(100, 90, a, 300, t, b);
            narrow(n, t, p, q);
            if (t)
                down(n, t, p);
        }
    double u = 0;
    long v = 0;
    for (int i = 0; i < 3 * n; i++)
        u += y[i] * (i % 3), v = v * 31 + p[i] + q[i];
    for (int i = 0; i < 9000; i++)
        u += b[i];
    axpy(n / 3, 3, x + 2 * n, -1, y + n, -2);
    for (int i = 0; i < 3 * n; i++)
        u += y[i] * (i % 3);
    printf("%.17g %ld\n", u, v);
}
