#include <math.h>

/* PTX has no function for e to the power of x: it is expanded; OpenCL has
 * one. */
void math(int n, const float *restrict a, float *restrict b)
{
#pragma hedra extent(a[n], b[n])
    for (int i = 0; i < n; i++)
        b[i] = expf(a[i]);
}
