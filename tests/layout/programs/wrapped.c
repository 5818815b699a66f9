/* A first subscript that is not affine: the two are no linear one in an array
 * with a layout. */
/* counts: a 1 0 */
#include <stdio.h>

static void gather(int n, int m, int a[m][3], int *restrict x)
{
#pragma hedra layout(a: morton)
    for (int i = 0; i < n; i++)
        x[i] = a[(i * 5 + 3) % m][0] + a[i % m][2];
}

int main(void)
{
    static int a[7][3], x[100];
    long sum = 0;
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 3; j++)
            a[i][j] = i * 10 + j;
    gather(100, 7, a, x);
    for (int i = 0; i < 100; i++)
        sum += (long)x[i] * (i + 1);
    printf("%ld\n", sum);
    return 0;
}
