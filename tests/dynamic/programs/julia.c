/* A Julia set as a picture of characters: the loop of a point ends when it
 * escapes. */
#include <stdio.h>

enum { H = 41, W = 101, LIMIT = 200 };
static int steps[H][W];

int main(void)
{
#pragma hedra
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double re = (x - 50) / 30.0, im = (y - 20) / 15.0;
            int n = 0;
            do {
                double t = re * re - im * im - 0.7;
                im = 2 * re * im + 0.27015;
                re = t;
                n++;
            } while (n < LIMIT && re * re + im * im < 4);
            steps[y][x] = n;
        }
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            putchar(" .:-=+*#%@"[steps[y][x] % 10]);
        putchar('\n');
    }
    return 0;
}
