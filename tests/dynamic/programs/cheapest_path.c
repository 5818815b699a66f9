/* The cheapest way down a grid with walls, from the three cells above: a cell
 * depends on those above only where they are no walls. */
#include <stdio.h>

enum { H = 50, W = 60, FAR = 1000000 };
static int cost[H][W], total[H][W];
static unsigned char wall[H][W];

int main(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            cost[y][x] = 1 + (y * 17 + x * 31) % 9;
            wall[y][x] = (y * 7 + x * 5) % 4 == 0;
            total[y][x] = y == 0 && !wall[y][x] ? cost[y][x] : FAR;
        }
#pragma hedra
    for (int y = 1; y < H; y++)
        for (int x = 1; x < W - 1; x++)
            if (!wall[y][x]) {
                int least = FAR;
                if (!wall[y - 1][x] && total[y - 1][x] < least)
                    least = total[y - 1][x];
                if (!wall[y - 1][x - 1] && total[y - 1][x - 1] < least)
                    least = total[y - 1][x - 1];
                if (!wall[y - 1][x + 1] && total[y - 1][x + 1] < least)
                    least = total[y - 1][x + 1];
                if (least < FAR)
                    total[y][x] = least + cost[y][x];
            }
    for (int y = 0; y < H; y += 7)
        for (int x = 0; x < W; x++)
            printf("%d%c", total[y][x], x + 1 < W ? ' ' : '\n');
    return 0;
}
