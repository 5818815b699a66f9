/* A nest reaches an array with a layout by two other names, which overlap, so
 * that it runs as plain C: the elements are brought home for it. */
/* counts: a 1 1 */
#include <stdio.h>

static double a[12][12];

static void add(double (*p)[12], double (*q)[12])
{
#pragma hedra
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            q[i][j] += p[i][j];
}

static void sweep(void)
{
    double(*z)[12] = a;
#pragma hedra data(a) layout(a : morton)
    {
#pragma hedra
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++)
                a[i][j] = a[i][j] * 0.5 + 3 * i - j;
        add(z, z);
    }
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            a[i][j] = i - 3 * j;
    sweep();
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            sum += a[i][j] * (i + 5 * j);
    printf("%.17g\n", sum);
    return 0;
}
