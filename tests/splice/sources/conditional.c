/* Pragmas that stand under an #if of their own: what is made of the source must
 * compile with the macro and without it. */
#include <stdio.h>

#define LENGTH 5000

static double a[LENGTH], b[LENGTH];

static void before_a_loop(int n)
{
#ifdef FAST
#pragma hedra
#endif
    for (int i = 0; i < n; i++)
        a[i] = a[i] * 0.5 + i;
}

static void around_a_region(int n)
{
#if defined FAST
#pragma scop
#endif
    for (int i = 0; i < n; i++)
        b[i] = a[i] + b[i];
#ifdef FAST
#pragma endscop
#endif
}

static void one_of_two(int n)
{
    if (n > 3)
#ifdef FAST /* the other
#endif is no end */
#pragma hedra
#else
#endif
        /* the loop */
        for (int i = 0; i < n; i++) {
#if LENGTH > 100
            b[i] = b[i] * 0.25 + 1;
#else
            b[i] = 0;
#endif
        }
}

static void two_heads(int n)
{
#ifdef FAST
#pragma hedra
    for (int i = 0; i < n; i++)
#else
    for (int i = n - 1; i >= 0; i--)
#endif
        a[i] = a[i] - b[i];
}

static void in_order(int n)
{
#ifdef FAST
#pragma hedra
#endif
    for (int i = 1; i < n; i++)
        a[i] = 1 / (a[i - 1] + 2) + a[i];
}

static void resident(int n)
{
#ifdef FAST
#pragma hedra data(a, b)
#endif
    {
        before_a_loop(n);
        around_a_region(n);
    }
}

int main(void)
{
    double sum = 0;

    for (int i = 0; i < LENGTH; i++)
        a[i] = b[i] = i % 7;
    before_a_loop(LENGTH);
    around_a_region(LENGTH);
    one_of_two(LENGTH);
    two_heads(LENGTH);
    resident(LENGTH);
    in_order(LENGTH);
    for (int i = 0; i < LENGTH; i++)
        sum = sum * 0.5 + a[i] + b[i];
    printf("%.17g, line %d\n", sum, __LINE__);
    return 0;
}
