/* expect: plain 8 */
#include <string.h>

void types(int n, float *a, char *b)
{
#pragma hedra
    {
        memcpy(a, b, n * sizeof *a);
    }
}
