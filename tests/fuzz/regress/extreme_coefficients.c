/* To order the stores to `last`, isl's scheduler multiplied the outer loop's
 * counter by nearly 2^31; the sums overflowed 64 bits. */
#include <stdio.h>

static double nest(short n, unsigned m, const double *c, int s, float *a)
{
    double last = 0;
#pragma hedra
    for (short i = 9; i < n + 2; i = i + 2) {
        for (long j = n; j < m + 1; j++) {
            a[j - 10] = -c[j - 11] + (j >= i + 2 ? s : 0.1);
            last = c[i - 8];
        }
    }
    return last;
}

int main(void)
{
    static float a[32];
    double c[32], sum = 0;

    for (int k = 0; k < 32; k++)
        c[k] = 0.25 * k;
    sum += nest(12, 28, c, 7, a);
    for (int i = 0; i < 32; i++)
        sum += a[i] * i;
    printf("%a\n", sum);
    return 0;
}
