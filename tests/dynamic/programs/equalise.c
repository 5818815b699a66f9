/* Histogram equalisation: counts, their running sum, a table, and the look-up.
 */
#include <stdio.h>

static void equalise(int height, int width, unsigned char image[height][width])
{
    unsigned count[256], sum[256];
    unsigned char table[256];
#pragma hedra
    {
        for (int v = 0; v < 256; v++)
            count[v] = 0;
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                count[image[y][x]]++;
        sum[0] = count[0];
        for (int v = 1; v < 256; v++)
            sum[v] = sum[v - 1] + count[v];
        for (int v = 0; v < 256; v++)
            table[v] = sum[v] * 255 / (height * width);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                image[y][x] = table[image[y][x]];
    }
}

int main(void)
{
    enum { H = 83, W = 119 };
    static unsigned char image[H][W];
    unsigned hash = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            image[y][x] = (unsigned char)(60 + (y * y + x * 3) % 70);
    equalise(H, W, image);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            hash = hash * 31 + image[y][x];
        printf("%u\n", hash);
    }
    return 0;
}
