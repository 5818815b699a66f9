/* A subscript that a short or a size_t gives: the conversion to size_t is a
 * remainder by 2^64, which reached the lowering as one by 0. */
#include <stdio.h>

static void nest(short m, size_t w, short h, const int a[restrict 7],
                 long long c[restrict 19][20], long long *restrict s)
{
#pragma hedra
    {
        if ((int)w) {
            float t = a[h - 72];
        }
        for (int i = 2; i < m; i += 4) {
            c[i][i + 1] = i;
            *s = c[3][(((int)h) ? h : w) - 75];
        }
    }
}

int main(void)
{
    static long long c[19][20], s;
    static int a[7];

    c[3][1] = 5;
    nest(19, 73, 76, a, c, &s);
    for (int i = 0; i < 19; i++)
        printf("%lld\n", c[i][i + 1]);
    printf("%lld\n", s);
    return 0;
}
