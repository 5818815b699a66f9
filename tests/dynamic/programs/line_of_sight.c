/* From each place of a landscape, how far one sees to the east and whether the
 * tower in the middle is in sight. */
#include <stdio.h>

enum { H = 48, W = 64 };
static float height[H][W];
static int sight[H][W];
static unsigned char tower[H][W];

int main(void)
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            height[y][x] = (float)((y * 13 + x * 29 + x * y % 7) % 50) / 10;
#pragma hedra
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            float eye = height[y][x] + 2;
            int far = x + 1;
            while (far < W && height[y][far] <= eye)
                far++;
            sight[y][x] = far - x - 1;
            int seen = 1;
            for (int s = 1; s < 16; s++) {
                int px = x + (W / 2 - x) * s / 16;
                int py = y + (H / 2 - y) * s / 16;
                if (height[py][px] > eye + (8 - eye) * (float)s / 16) {
                    seen = 0;
                    break;
                }
            }
            tower[y][x] = (unsigned char)seen;
        }
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            printf("%d%c", sight[y][x], tower[y][x] ? '+' : ' ');
        printf("\n");
    }
    return 0;
}
