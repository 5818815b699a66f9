/* A thread's way of rounding is that of the nests which it starts, on whichever
 * threads and devices they would run. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>

enum { N = 20000 };

static double x[N], y[N];
static float z[N];

static void nest(int n, const double *a, double *b, float *c)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        b[i] = a[i] / 3.0 + sqrt(a[i]);
        c[i] = c[i] * c[i] + (float)a[i];
    }
#pragma hedra
    for (int i = 0; i < n; i++)
        b[i] += rint(a[i] * 0.7);
}

static void (*volatile opaque)(int, const double *, double *, float *) = nest;

int main(void)
{
    static const int mode[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD,
                               FE_TOWARDZERO, FE_TONEAREST};

    for (int k = 0; k < 5; k++) {
        unsigned long long sum = 0;
        for (int i = 0; i < N; i++) {
            x[i] = i * 0.37 + 1;
            z[i] = 1 / (float)(i + 3);
        }
        fesetround(mode[k]);
        opaque(N, x, y, z);
        fesetround(FE_TONEAREST);
        for (int i = 0; i < N; i++)
            sum = sum * 31 + (unsigned long long)(long long)(y[i] * 0x1p36) +
                  (unsigned long long)(z[i] * 0x1p10f);
        printf("%llu\n", sum);
    }
    return 0;
}
