/* The same for a loop that carries nothing: it counts in Morton's order, too, by
 * one addition and one mask for eight elements. */
/* loop: 3 */
/* index: add 16 and 2 or 2 */
/* counts: a 1 1 */
#include <stdio.h>

static double a[64][64][64];

int main(void)
{
    double sum = 0;
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            for (int k = 0; k < 64; k++)
                a[i][j][k] = (i * 3 + j + k * k) % 7;
#pragma hedra layout(a : morton_i)
    for (int i = 1; i < 64; i++)
        for (int j = 0; j < 64; j++)
            for (int k = 0; k < 64; k++)
                a[i][j][k] = 0.5 * a[i - 1][j][k] + a[i][j][k];
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            for (int k = 0; k < 64; k++)
                sum += a[i][j][k] * (i + 2 * j + 3 * k);
    printf("%.17g\n", sum);
    return 0;
}
