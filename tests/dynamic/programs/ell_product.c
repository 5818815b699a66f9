/* ELLPACK: each row has the same number of slots, unused ones with column -1.
 */
#include <stdio.h>

enum { ROWS = 517, SLOTS = 9 };
static int column[SLOTS][ROWS];
static double value[SLOTS][ROWS], x[ROWS], y[ROWS];

int main(void)
{
    for (int i = 0; i < ROWS; i++) {
        x[i] = (i % 37) * 0.125 - 1;
        for (int s = 0; s < SLOTS; s++) {
            column[s][i] =
                s < (i * 5) % (SLOTS + 1) ? (i * 3 + s * 41) % ROWS : -1;
            value[s][i] = (s + 1) * 0.3 - i % 5;
        }
    }
#pragma hedra
    for (int i = 0; i < ROWS; i++) {
        double sum = 0;
        for (int s = 0; s < SLOTS; s++)
            if (column[s][i] >= 0)
                sum += value[s][i] * x[column[s][i]];
        y[i] = sum;
    }
    for (int i = 0; i < ROWS; i += 11)
        printf("%.17g\n", y[i]);
    return 0;
}
