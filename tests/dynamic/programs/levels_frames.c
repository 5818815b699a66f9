/* Frames of macroblocks: a Plan has as many steps as the longest chain of
 * neighbouring intra blocks, which is found here block by block; one step where
 * no block is intra, and all diagonals where every block is. */
/* steps: printed */
#include <stdio.h>

enum { ROWS = 68, COLUMNS = 120, SKIP = 0, INTER, INTRA };
static unsigned char flag[ROWS][COLUMNS];
static int source[ROWS][COLUMNS], out[ROWS][COLUMNS];

static void encode(void)
{
#pragma hedra
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            if (flag[i][j] == INTER)
                out[i][j] = source[i][j] / 2;
            if (flag[i][j] == INTRA) {
                int top = i > 0 && flag[i - 1][j] == INTRA ? out[i - 1][j] : 9;
                int left = j > 0 && flag[i][j - 1] == INTRA ? out[i][j - 1] : 5;
                out[i][j] = (source[i][j] + 3 * top + left) % 4099;
            }
        }
}

static int longest_chain(void)
{
    static int chain[ROWS][COLUMNS];
    int most = 1;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int before = 0;
            if (i > 0 && chain[i - 1][j] > before)
                before = chain[i - 1][j];
            if (j > 0 && chain[i][j - 1] > before)
                before = chain[i][j - 1];
            chain[i][j] = flag[i][j] == INTRA ? before + 1 : 0;
            if (chain[i][j] > most)
                most = chain[i][j];
        }
    return most;
}

int main(void)
{
    static const int share[] = {0, 5, 10, 30, 50, 60, 75, 90, 100};
    unsigned random = 2024;
    int steps = 0;

    for (int k = 0; k < 9; k++) {
        long long sum = 0;
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++) {
                random = random * 1664525u + 1013904223u;
                int draw = (int)(random >> 16) % 100;
                flag[i][j] = (unsigned char)(draw < share[k] ? INTRA
                                             : draw & 1      ? INTER
                                                             : SKIP);
                source[i][j] = (i * 7 + j * 3) % 255;
                out[i][j] = -1;
            }
        encode();
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < COLUMNS; j++)
                sum += (long long)out[i][j] * (1 + (i * 31 + j) % 7);
        int chain = longest_chain();
        if ((share[k] == 0 && chain != 1) ||
            (share[k] == 100 && chain != ROWS + COLUMNS - 1))
            return 1;
        printf("%d %% intra, a chain of %d: %lld\n", share[k], chain, sum);
        steps += chain;
    }
    printf("steps %d\n", steps);
    return 0;
}
