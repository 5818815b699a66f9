/* Sums of floats in elements that data chooses, in any order: the numbers are
 * whole, so that every order gives the same sums. Bodies update as well. */
#include <stdio.h>

enum { N = 4000, BINS = 29 };
static unsigned char bin[N];
static double sum[BINS], spread[BINS];
static float small[BINS];
static int row[N + 1];

int main(void)
{
    for (int i = 0; i < N; i++) {
        bin[i] = (unsigned char)((i * 2654435761u >> 9) % BINS);
        row[i + 1] = row[i] + i % 4;
    }
#pragma hedra reassociate
    {
        for (int i = 0; i < N; i++) {
            sum[bin[i]] += i % 100;
            small[bin[i]] -= i % 10;
        }
        for (int i = 0; i < N; i++)
            for (int k = row[i]; k < row[i + 1]; k++)
                spread[bin[k % N]] += i % 7 - k % 3;
    }
    for (int b = 0; b < BINS; b++)
        printf("%.17g %.9g %.17g\n", sum[b], small[b], spread[b]);
    return 0;
}
