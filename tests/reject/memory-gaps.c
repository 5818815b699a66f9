/* expect: plain 13 */
#include <string.h>

struct gap {
    char c;
    int x;
};

void gaps(int n, struct gap *a)
{
#pragma hedra
    {
        memset(a, 0, n * sizeof *a);
    }
}
