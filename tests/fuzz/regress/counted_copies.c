/* __COUNTER__ is another number in each copy of a text: a region's is not
 * copied then. */
#include <stdio.h>

#define NEXT() __COUNTER__
#define UNIQUE NEXT() * 3

static int a[500], b[500];

int main(void)
{
    long sum = 0;
    int first = __COUNTER__;

#pragma hedra
    for (int i = 0; i < 500; i++)
        a[i] = i * UNIQUE + NEXT();
#pragma hedra
    for (int i = 0; i < 500; i++)
        if (a[i] > 700)
            sum += a[i] + __COUNTER__;
#pragma hedra
    for (int i = 0; i < 500; i++) /* which counts nothing */
        b[i] = a[i] + 3 * i;
    for (int i = 0; i < 500; i++)
        sum = sum * 7 % 100003 + b[i];
    printf("%ld %d %d\n", sum, first, __COUNTER__);
    return 0;
}
