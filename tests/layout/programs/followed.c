/* A loop in order along tiles of Morton's order is taken eight elements at a
 * time: of a tile the first access of each array has an addition, a mask and
 * what joins the subscripts, and each other one an addition alone. */
/* hedrac: --without=shared_tile */
/* loop: 2 */
/* index: add 10 and 2 or 2 */
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
#pragma hedra layout(a : morton, b : morton)
    for (int i = 0; i < 64; i++)
        for (int k = 1; k < 64; k++)
            b[i][k] = 0.5 * b[i][k - 1] + a[i][k];
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 64; k++)
            sum += b[i][k] * (i + 2 * k);
    printf("%.17g\n", sum);
    return 0;
}
