/* The game of life where only neighbourhoods that were touched are computed. */
#include <stdio.h>
#include <string.h>

enum { H = 70, W = 90, STEPS = 12 };
static unsigned char now[H][W], then[H][W], active[H][W];

int main(void)
{
    static const unsigned char glider[3][3] = {{0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    for (int g = 0; g < 5; g++)
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 3; x++)
                now[10 * g + 4 + y][13 * g + 5 + x] = glider[y][x];
#pragma hedra
    for (int t = 0; t < STEPS; t++) {
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++) {
                active[y][x] = 0;
                for (int b = -1; b <= 1; b++)
                    for (int a = -1; a <= 1; a++)
                        active[y][x] |= now[y + b][x + a];
            }
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++) {
                then[y][x] = 0;
                if (active[y][x]) {
                    int n = -now[y][x];
                    for (int b = -1; b <= 1; b++)
                        for (int a = -1; a <= 1; a++)
                            n += now[y + b][x + a];
                    then[y][x] = n == 3 || (n == 2 && now[y][x]);
                }
            }
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                now[y][x] = then[y][x];
    }
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            putchar(now[y][x] ? '#' : '.');
        putchar('\n');
    }
    return 0;
}
