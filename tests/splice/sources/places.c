/* Regions in all sorts of places: without braces, behind labels, in nested
 * blocks, several in a function, none in another. What stands around them must
 * keep its meaning and its line. */
#include <stdio.h>

#define LENGTH 64

static double a[LENGTH], b[LENGTH];

static void in_an_if(int choice)
{
    if (choice)
#pragma hedra
        for (int i = 0; i < LENGTH; i++)
            a[i] = a[i] + i;
    else
        a[0] = -1;
}

static int behind_a_label(int n)
{
    int rounds = 0;
    goto start;
again:
    rounds++;
start:;
#pragma scop
    for (int i = 0; i < n; i++)
        b[i] = 2 * a[i] + b[i];
#pragma endscop
    if (rounds < 2)
        goto again;
    return rounds;
}

static int lines(const double *x, double *restrict y, int n)
{
    int first = __LINE__;
#pragma hedra
    { for (int i = 0; i < n; i++) y[i] = x[i] * 0.5; } int second = __LINE__;
    while (n > LENGTH / 2) {
#pragma scop
        for (int i = 0; i < n; i++)
            y[i] = y[i] + 1;

#pragma endscop
        n--;
    }
    return second - first == 2 ? __LINE__ : -1;
}

static double untouched(double x) { return x + 1; }

int main(void)
{
    for (int i = 0; i < LENGTH; i++)
        a[i] = b[i] = i % 7;
    in_an_if(1);
    printf("%d\n", behind_a_label(LENGTH));
    printf("%d\n", lines(a, b, LENGTH));
    in_an_if(0);
    for (int i = 0; i < LENGTH; i++)
        printf("%g %g\n", a[i], untouched(b[i]));
    printf("%s %d\n", __func__, __LINE__);
    return 0;
}
