/* Loops next to the ends of 64-bit types: a grid goes on behind the last
 * iteration, and multiples of the step begin before the first one. */
#include <limits.h>
#include <stdio.h>

enum { COUNT = 400 };

static unsigned long long a[COUNT];

static void between(long long from, long long n)
{
#pragma hedra
    for (long long i = from; i < from + n; i += 3)
        a[i - from] = (unsigned long long)i * 3;
}

static void up_to(long n, long limit)
{
#pragma hedra
    for (long i = 0; i < n && i < limit; i++)
        a[i] += (unsigned long long)(i * 5);
}

static void last(void)
{
#pragma hedra
    for (long long i = LLONG_MAX - 400; i < LLONG_MAX - 10; i += 3)
        a[i - (LLONG_MAX - 400)] ^= (unsigned long long)i;
}

static void first(void)
{
#pragma hedra
    for (long long i = LLONG_MIN; i < LLONG_MIN + 390; i += 3)
        a[i - LLONG_MIN] ^= (unsigned long long)i * 7;
}

static void print_sum(void)
{
    unsigned long long s = 0;
    for (int i = 0; i < COUNT; i++)
        s = s * 31 + a[i];
    printf("%llu\n", s);
}

int main(void)
{
    const long long from[] = {-200, 7, LLONG_MIN, LLONG_MAX - 400};

    for (int k = 0; k < 4; k++) {
        between(from[k], 390);
        print_sum();
    }
    up_to(300, LONG_MAX);
    up_to(LONG_MAX, 350);
    print_sum();
    last();
    print_sum();
    first();
    print_sum();
    return 0;
}
