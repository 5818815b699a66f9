/* Bounds beyond 2^63 in unsigned 64-bit types, given and computed: sets hold
 * 64-bit numbers as signed ones, so that the plain nest runs. */
#include <stdio.h>

enum { SIZE = 60 };

static void below(unsigned long n, int value, int *restrict a)
{
#pragma hedra
    for (int i = 0; i < SIZE; i++)
        if (n > i)
            a[i] = value;
}

static void below_product(unsigned long n, int factor, int *restrict a)
{
#pragma hedra
    for (int i = 0; i < SIZE; i++)
        if (n * factor > i)
            a[i] = i + factor;
}

/* Values alone may be as large as they like. */
static void marked(unsigned long mask, unsigned long *restrict a)
{
#pragma hedra
    for (int i = 0; i < SIZE; i++)
        a[i] = mask ^ i;
}

int main(void)
{
    static int a[SIZE];
    static unsigned long b[SIZE];

    below(40, 1, a);
    below(-20UL, 2, a);
    below(0, 3, a);
    below_product(5, 3, a);
    for (int i = 0; i < SIZE; i++)
        printf("%d%c", a[i], i % 20 == 19 ? '\n' : ' ');
    below_product(5, -3, a);
    marked(0x8badf00d8badf00d, b);
    for (int i = 0; i < SIZE; i++)
        printf("%d %lx%c", a[i], b[i], i % 10 == 9 ? '\n' : ' ');
    return 0;
}
