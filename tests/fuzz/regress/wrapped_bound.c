/* An int compared with an unsigned bound: the grid's lower end follows from the
 * wrap, and a relaxed one gave more blocks than 32 bits can number. */
#include <stdio.h>

static void nest(unsigned n, long w, int *b)
{
#pragma hedra
    for (int i = w; i > n; i--)
        b[(i - 21) * (n - 19) + 2] = 0;
}

int main(void)
{
    static int b[60];

    for (int i = 0; i < 60; i++)
        b[i] = i;
    nest(22, 40, b);
    for (int i = 0; i < 60; i++)
        printf("%d\n", b[i]);
    return 0;
}
