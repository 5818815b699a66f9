/* Blocks of which only some have points, a tile, and a condition kept for the
 * statements behind it: PoCL lost what the kernel stored behind its barrier. */
#include <stdio.h>

static void select_rows(int m, unsigned short *a, const float *c,
                        const int *restrict flag)
{
#pragma hedra
    for (int i = 2; i < m; i++)
        for (int j = 0; j <= i; j++) {
            if (flag[1]) {
                signed char t = c[j];
                t += a[i - 1];
                a[1] = 1;
            }
        }
}

int main(void)
{
    static unsigned short a[40];
    static float c[100];
    static const int flag[2] = {7, 0};

    select_rows(6, a, c, flag);
    for (int i = 0; i < 10; i++)
        printf("%d\n", a[i]);
    return 0;
}
