/* No iteration meets the condition: there is nothing to launch, on no device,
 * and the nest stays as it is even where serial ones are compiled. */
#include <stdio.h>

static void nest(int n, int m, const double *c, long *sum)
{
    long s = *sum;
#pragma hedra
    for (int i = m + 1; i >= 11; i -= 3) {
        if (i == m - 1)
            s += c[i] * n;
    }
    *sum = s;
}

int main(void)
{
    static double c[64] = {[13] = 2.5};
    long sum = 3;

    nest(3, 14, c, &sum);
    printf("%ld\n", sum);
    return 0;
}
