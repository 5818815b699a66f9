#include "scale.h"

#include <factor.h>

const char *scale_unit(void)
{
    return UNIT;
}

void scale(int n, int *v)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        v[i] = FACTOR * v[i] + OFFSET;
}
