/* A condition on an unsigned shift and on a product of a large parameter, which
 * wrap around: they were taken for exact. */
#include <stdio.h>

static void nest(long s, int n, int *restrict a)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        if ((long)((unsigned long)s << 6) > s)
            a[i] += 1;
        else
            a[i] += 2;
        if (s > 4 && (long)((unsigned long)s * 3) > s)
            a[i] += 4;
        else
            a[i] += 8;
    }
}

int main(void)
{
    static int a[100], b[100];
    nest(5, 100, a);
    nest(0x600000000000000, 100, b);
    for (int i = 0; i < 100; i++)
        printf("%d %d\n", a[i], b[i]);
    nest(0x3000000000000000, 100, b);
    for (int i = 0; i < 100; i++)
        printf("%d\n", b[i]);
    return 0;
}
