/* Up to where a tile begins, in a loop in vectors, the subscript is taken apart
 * once, by four masks, four shifts and as many joins; each neighbour along the
 * loop costs an addition and a mask, and each access one operation that joins
 * both subscripts. One addition is that of b, which has C's order. */
/* index: add 3 and 6 or 7 shl 4 */
#include <stdio.h>

static float a[64][64], b[64][64];

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 64; k++)
            a[i][k] = (float)((i * 3 + k * k) % 7);
#pragma hedra layout(a : morton) device(host)
    for (int i = 1; i < 63; i++)
        for (int k = 1; k < 63; k++)
            b[i][k] = a[i][k - 1] + a[i][k + 1] - a[i - 1][k] * a[i + 1][k];
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 64; k++)
            sum += b[i][k] * (i + 2 * k);
    printf("%.17g\n", sum);
    return 0;
}
