/* expect: plain 8 */
#include <string.h>

void rows(int n, int m, double a[n][m])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        memset(&a[i][i], 0, n * sizeof(double));
    }
}
