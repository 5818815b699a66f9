/* expect: call 8 */
#include <string.h>

void types(int n, float *a, int *b)
{
#pragma hedra
    {
        memcpy(a, b, n * sizeof *a);
    }
}
