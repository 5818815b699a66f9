/* expect: plain 8 */
#include <stdio.h>

void f(int n, double *a, double *b)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        printf("%d\n", i);
    }
}
