/* A row subscript that is a difference of unsigned 64-bit values, in a branch
 * that is not taken: the lowering divided by 2^64, that is by 0. */
#include <stdio.h>

static void nest(int n, short m, unsigned long h, double a[n][m - 7], int *last)
{
    int i = 0;
#pragma scop
    for (i = 2; i < 5; i++) {
        if (((int)m) && n)
            a[i][1] = i;
        else
            a[1 - h][i] = 2.0;
    }
#pragma endscop
    *last = i;
}

int main(void)
{
    static double a[12][4];
    int last;

    nest(12, 11, 3, a, &last);
    for (int i = 0; i < 12; i++)
        printf("%g\n", a[i][1]);
    printf("%d\n", last);
    return 0;
}
