/* Whether a pointer points to anything, as in optional arrays. */
#include <stddef.h>

static float *weight;

void optional(int n, const float *bias, float *restrict y, const float *mask)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        y[i] = bias ? bias[i] : 0;
        if (weight != NULL)
            y[i] *= weight[i];
        if (!mask || mask[i] > 0)
            y[i] += 1;
    }
}
