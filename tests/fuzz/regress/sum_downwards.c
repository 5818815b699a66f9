/* Sums in loops that count unsigned iterators down: where a block of iterations
 * would begin past the loop's end, below 0, it is no large number that goes on. */
#include <stdio.h>

static void count_down(unsigned char *count)
{
#pragma hedra
    for (unsigned long i = 12; i >= 2 && 4 <= i; i -= 4)
        ++*count;
}

static int sum_down(unsigned long n, const int *restrict a)
{
    int sum = 0;

#pragma hedra
    for (unsigned long i = n; i >= 4; i -= 4)
        sum += a[i];
    return sum;
}

static void run_down(unsigned long n, int x[restrict 2001],
                     const int *restrict a)
{
#pragma hedra
    for (unsigned long i = n; i > 0; i--)
        x[i - 1] = x[i] + a[i];
}

int main(void)
{
    static int a[2001], x[2001];
    static unsigned char count = 1;

    for (int i = 0; i <= 2000; i++)
        a[i] = i * 7 % 31;
    count_down(&count);
    run_down(2000, x, a);
    printf("%d %d %d\n", count, sum_down(1999, a), sum_down(3, a));
    for (int i = 0; i <= 2000; i += 100)
        printf("%d\n", x[i]);
    return 0;
}
