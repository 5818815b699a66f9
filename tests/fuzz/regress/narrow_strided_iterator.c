/* A short iterator with a step of two, declared outside, over a row that a
 * short parameter chooses: isl failed while generating the kernel ("unbounded
 * optimum"). */
#include <stdio.h>

static unsigned char a[2][82];

static void nest(short n)
{
    short i = 0;
#pragma scop
    for (i = 0; i < (int)n; i = i + 2)
        a[n - 81][i] = (unsigned char)1;
#pragma endscop
}

int main(void)
{
    nest(82);
    for (int i = 0; i < 82; i++)
        printf("%d %d\n", a[0][i], a[1][i]);
    return 0;
}
