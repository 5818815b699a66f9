/* A loop in order along which two matrices of Morton's order are read: for each
 * access an addition, a mask, and one operation that joins both subscripts; for
 * each of the two forms of the iterator an addition and a mask. */
/* hedrac: --without=shared_tile */
/* index: add 4 and 4 or 2 */
/* counts: a 1 0 */
/* counts: b 1 0 */
#include <stdio.h>

static double a[64][64], b[64][64], s[64];

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 64; i++)
        for (int k = 0; k < 64; k++) {
            a[i][k] = (i * 3 + k) % 7;
            b[i][k] = (i + k * 5) % 11;
        }
#pragma hedra layout(a : morton, b : morton)
    for (int i = 0; i < 64; i++)
        for (int k = 1; k < 63; k++)
            s[i] += a[i][k] * b[k][i];
    for (int i = 0; i < 64; i++)
        sum += s[i] * (i + 1);
    printf("%.17g\n", sum);
    return 0;
}
