/* Rows of a linearised array with a parameter in their length, beside a dead
 * temporary: isl failed while computing the ranges ("void expression"). */
#include <stdio.h>

static void nest(int n, int m, signed char *restrict c)
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (i != m) {
            short t = 1.25;
            t = t % ((1 & 15) + 1);
        }
        c[i * (n - 9) + n - 10] = 1.0;
    }
}

int main(void)
{
    static signed char c[16];

    nest(10, 37, c);
    for (int i = 0; i < 16; i++)
        printf("%d\n", c[i]);
    return 0;
}
