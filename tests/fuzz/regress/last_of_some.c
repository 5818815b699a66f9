/* What the last iteration of a loop leaves in a scalar, where inner loops run
 * in some iterations only: in every third one, in those that a size leaves. */
#include <stdio.h>

static int every_third(int n, const int *a)
{
    int s = -20;
#pragma hedra
    for (int i = 0; i < 6; i++)
        for (int j = 2; j < (i + n) % 3 + 1; j++)
            s = a[i] + j;
    return s;
}

static int fewer(int n, int m, const int *a)
{
    int s = -20;
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 3; j < 4 && j < m - i; j++)
            s = a[i] * j;
    return s;
}

static int all(int n, int m, const int *a)
{
    int s = -20;
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s = a[i] * j;
    return s;
}

int main(void)
{
    int a[20];
    for (int i = 0; i < 20; i++)
        a[i] = i * i + 1;
    for (int n = 3; n < 12; n++)
        printf("%d %d %d\n", every_third(n, a), fewer(n, n, a),
               all(n, n - 3, a));
    return 0;
}
