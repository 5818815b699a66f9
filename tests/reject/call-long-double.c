/* expect: plain 8 */
#include <math.h>

void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        a[i] = sqrtl(b[i]);
    }
}
