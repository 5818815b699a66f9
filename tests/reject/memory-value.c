/* expect: plain 8 */
#include <string.h>

void value(int n, float *a, int v)
{
#pragma hedra
    {
        memset(a, v, n * sizeof *a);
    }
}
