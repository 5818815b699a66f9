/* Functions and types from a header that is not the region's file. */
#include "includes.h"

void includes(int n, element *a)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] = halve(a[i]) + LIMIT;
}
