/* Within the row of a tile, elements are neighbours in memory: in the loop over
 * them an access costs one addition, and the neighbours along the row another
 * one, as in C's order. The ends of the row are apart. */
/* hedrac: --without=shared_tile */
/* loop: 2 */
/* index: add 6 */
/* counts: a 1 0 */
/* counts: b 1 1 */
#include <stdio.h>

static double a[64][64], b[64][64];

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 64; k++) {
            a[i][k] = (i * 3 + k * k) % 7;
            b[i][k] = (i + k) % 5;
        }
#pragma hedra layout(a                                                         \
                     : hybrid(morton, row, 8), b                               \
                     : hybrid(morton, row, 8))
    for (int i = 1; i < 63; i++)
        for (int k = 1; k < 63; k++)
            b[i][k] = a[i][k - 1] + a[i][k + 1] - a[i - 1][k] * a[i + 1][k];
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 64; k++)
            sum += b[i][k] * (i + 2 * k);
    printf("%.17g\n", sum);
    return 0;
}
