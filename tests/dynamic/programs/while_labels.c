/* Components of a picture by propagating the least label, until no pixel
 * changes; a loop inside that halves the step while it is large, and rows that
 * end where a counter says. */
#include <stdio.h>

enum { H = 40, W = 60 };

static int label[H][W], fresh[H][W];
static char mask[H][W];

int main(void)
{
    int changed = 1, rounds = 0, halvings = 0;
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++) {
            mask[i][j] = (i * 13 + j * 7 + i * j) % 5 > 1;
            label[i][j] = mask[i][j] ? i * W + j : -1;
        }
#pragma hedra
    while (changed) {
        changed = 0;
        for (int i = 0; i < H; i++)
            for (int j = 0; j < W; j++) {
                int best = label[i][j];
                if (mask[i][j]) {
                    if (i > 0 && mask[i - 1][j] && label[i - 1][j] < best)
                        best = label[i - 1][j];
                    if (j > 0 && mask[i][j - 1] && label[i][j - 1] < best)
                        best = label[i][j - 1];
                    if (i < H - 1 && mask[i + 1][j] && label[i + 1][j] < best)
                        best = label[i + 1][j];
                    if (j < W - 1 && mask[i][j + 1] && label[i][j + 1] < best)
                        best = label[i][j + 1];
                }
                fresh[i][j] = best;
            }
        for (int i = 0; i < H; i++)
            for (int j = 0; j < W; j++) {
                changed += fresh[i][j] != label[i][j];
                label[i][j] = fresh[i][j];
            }
        rounds++;
        int step = rounds;
        while (step > 4) {
            step /= 2;
            halvings++;
            for (int j = 0; j < step; j++)
                mask[0][j] = mask[0][j];
        }
    }
    int count = 0;
    long sum = 0;
    for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++) {
            count += label[i][j] == i * W + j;
            sum += label[i][j];
        }
    printf("%d rounds, %d components, %ld, %d\n", rounds, count, sum, halvings);
}
