/* expect: clang 2 */
#include "there/is/no/such.h"

void f(int n, double *a)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
