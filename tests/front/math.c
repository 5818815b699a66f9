/* <math.h>, in both precisions. */
#include <math.h>
#include <stdlib.h>

void math(int n, double *a, float *b, int *c, long *d)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = sqrt(a[i]) + fabs(a[i]) + floor(a[i]) + ceil(a[i]);
        b[i] = sqrtf(b[i]) + fabsf(b[i]) + expf(b[i]) + powf(b[i], 2);
        a[i] = fmin(a[i], fmax(1, a[i])) + pow(a[i], i) + atan2(a[i], 1);
        a[i] = fma(a[i], 2, 3) + copysign(a[i], -1) + hypot(3, 4);
        b[i] = sin(b[i]) + cosf(b[i]);
        c[i] = abs(c[i]) + labs(d[i]) + llabs(d[i]);
        a[i] = __builtin_sqrt(a[i]) + round(a[i]) + log1p(a[i]);
    }
}

void special(int n, double *a, float *b, int *c)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = i ? INFINITY : -HUGE_VAL;
        b[i] = NAN;
        c[i] = isnan(a[i]) + isinf(b[i]);
        if (isfinite(b[i]))
            c[i] = 0;
        c[i] += signbit(a[i]) + isnormal(b[i]) + isunordered(a[i], b[i]);
        c[i] += isless(a[i], b[i]) + isgreaterequal(b[i], a[i]);
        a[i] = nearbyint(a[i]) + lround(a[i]) + lrintf(b[i]) + llrint(a[i]);
    }
}
