/* Three dimensions in one pointer, the middle one a parameter less a constant,
 * written at one point and along a diagonal: isl failed while computing the
 * ranges ("void expression"). */
#include <stdio.h>

static void nest(int n, int m, int h, int *a)
{
#pragma scop
    for (int i = 1; i < m; i = i + 1) {
        a[(1 * (n - 38) + 1) * 17 + 1] = 1;
        if (i <= h)
            a[((i - 1) * (n - 38) + i) * 17 + i] = i;
    }
#pragma endscop
}

int main(void)
{
    static int a[80000];
    unsigned hash = 0;

    nest(338, 26, 16, a);
    for (int i = 0; i < 80000; i++)
        hash = hash * 31 + (unsigned)a[i] * (unsigned)i;
    printf("%u\n", hash);
    return 0;
}
