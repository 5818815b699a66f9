/* expect: plain 8 */
#include <string.h>

void move(int n, int *a, int k, int j)
{
#pragma hedra
    {
        memmove(a + k, a + j, n * sizeof *a);
    }
}
