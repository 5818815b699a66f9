/* expect: plain 8 */
#include <string.h>

void bytes(int n, float *a)
{
#pragma hedra
    {
        memset(a, 0, n);
    }
}
