/* Subscripts that lead into other rows and that the nest itself changes: nothing
 * tells when the region starts which rows these are. Devices got the declared rows
 * alone, and gave other results. */
#include <stdio.h>

enum { ROWS = 12, COLUMNS = 50 };

static int p[ROWS][COLUMNS], key[ROWS - 2][COLUMNS];

static void count(int h, int w, int (*restrict q)[COLUMNS],
                  int (*restrict at)[COLUMNS])
{
#pragma hedra
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) {
            q[i][at[i][j]]++;
            at[i][j] = (at[i][j] * 7 + j) % COLUMNS;
        }
}

int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < ROWS - 2; i++)
        for (int j = 0; j < COLUMNS; j++)
            key[i][j] = j - 5;
    count(ROWS - 2, COLUMNS, p + 1, key);
#pragma hedra
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            p[i][j] = p[i][j] * 3 + i;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            sum = sum * 31 + (unsigned)p[i][j];
    printf("%u\n", sum);
    return 0;
}
