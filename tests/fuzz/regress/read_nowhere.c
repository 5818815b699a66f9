/* A temporary that no iteration reads, since its condition never holds, has no
 * memory: it must not be read in advance. */
#include <stdio.h>

static void nest(int n, int *r, const int *b, double s)
{
#pragma hedra
    for (int i = 1; i < n / 3; i++) {
        int t = s + b[i - 1];
        r[i] = r[i - 1] + b[i] + ((i > n - 2 ? t : 1.25) != 168);
    }
}

int main(void)
{
    int r[32] = {1}, b[32], sum = 0;

    for (int k = 0; k < 32; k++)
        b[k] = k * k % 7;
    nest(39, r, b, 2.5);
    for (int k = 0; k < 32; k++)
        sum = 31 * sum + r[k];
    printf("%d\n", sum);
    return 0;
}
