/* Functions of math.h that backends compute by sums of their own: their
 * constants stand in what hedrac prints. Each in double and in float. */
#include <math.h>

void of_double(int n, double *restrict a, const double *restrict x)
{
#pragma hedra extent(a[n], x[n])
    for (int i = 0; i < n; i++)
        a[i] = exp(x[i]) + log(x[i]) * sin(x[i]) - cos(x[i]) * tanh(x[i]) +
               erf(x[i]) + cbrt(x[i]) * pow(x[i], 1.5) - tan(x[i]);
#pragma hedra extent(a[n], x[n])
    for (int i = 0; i < n; i++)
        a[i] += exp2(x[i]) + log2(x[i]) * asin(x[i]) - acos(x[i]) * atan(x[i]) +
                hypot(x[i], 2.5) * fmod(x[i], 0.75) + atan2(x[i], 1.25);
#pragma hedra extent(a[n], x[n])
    for (int i = 0; i < n; i++)
        a[i] -= sinh(x[i]) * cosh(x[i]) + log10(x[i]) + log1p(x[i]) -
                expm1(x[i]) + sqrt(x[i]) * round(x[i]) - trunc(x[i]);
}

void of_float(int n, float *restrict a, const float *restrict x)
{
#pragma hedra extent(a[n], x[n])
    for (int i = 0; i < n; i++)
        a[i] = expf(x[i]) + logf(x[i]) * sinf(x[i]) - cosf(x[i]) * tanhf(x[i]) +
               erff(x[i]) + cbrtf(x[i]) * powf(x[i], 1.5f) - tanf(x[i]);
#pragma hedra extent(a[n], x[n])
    for (int i = 0; i < n; i++)
        a[i] += exp2f(x[i]) + log2f(x[i]) * asinf(x[i]) +
                hypotf(x[i], 2.5f) * fmodf(x[i], 0.75f) + atan2f(x[i], 1.25f) -
                acosf(x[i]) * atanf(x[i]);
}
