/* Loops of ints whose steps are large, from one end of the type to the other:
 * how often they run was computed in int. */
#include <stdio.h>

static int out[2][64];

static int up(int i, int n)
{
    int k = 0;
#pragma hedra
    for (; i < n; i += 100000000)
        out[0][k++] = 7;
    return k;
}

static int down(int i, int n)
{
    int k = 0;
#pragma hedra
    for (; i > n; i -= 100000000)
        out[1][k++] = 9;
    return k;
}

static int without_sign(unsigned i, unsigned n)
{
    int k = 0;
#pragma hedra
    for (; i < n; i += 400000000)
        out[1][k++] = 3;
    return k;
}

static void inside(int n, int m)
{
#pragma hedra
    for (int j = 0; j < n; j++) {
        int k = j;
        for (int i = -2000000000; i < m; i += 200000000)
            out[0][k++] += i / 1000;
    }
}

int main(void)
{
    printf("%d\n", up(-2000000000, 2000000000));
    printf("%d\n", down(2000000000, -2000000000));
    printf("%d\n", without_sign(5, 3900000000u));
    inside(4, 2000000000);
    for (int i = 0; i < 64; i++)
        printf("%d %d\n", out[0][i], out[1][i]);
    return 0;
}
