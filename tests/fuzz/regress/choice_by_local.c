/* Floating-point choices whose conditions read integer locals of the region's
 * own: the cost model asks what such a local is. */
#include <stdio.h>

static void nest(int n, const int *c, const double *a, double *out)
{
#pragma hedra extent(c[n], a[n], out[8 * n])
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 8; j++) {
            int k = c[i] % 7 + c[j] % 3;
            out[i * 8 + j] = k > j ? a[i] * 3.0 : a[i] + 2.0;
        }
    }
}

static void count(int n, const int *c, const double *a, double *out)
{
#pragma hedra extent(c[n], a[n], out[8 * n])
    for (int i = 0; i < n; i++) {
        int k = 0;
        for (int j = 0; j < 8; j++) {
            k += c[j];
            out[i * 8 + j] += k > 20 * i ? a[i] * 3.0 : a[i] + 2.0;
        }
    }
}

int main(void)
{
    static int c[24];
    static double a[24], out[8 * 24];

    for (int i = 0; i < 24; i++) {
        c[i] = i * 37 % 101;
        a[i] = i * 0.25;
    }
    nest(24, c, a, out);
    count(24, c, a, out);
    for (int i = 0; i < 8 * 24; i++)
        printf("%g\n", out[i]);
    return 0;
}
