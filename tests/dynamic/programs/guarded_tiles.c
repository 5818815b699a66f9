/* Tiles in shared memory of an array of which some elements are read under
 * conditions, and others at subscripts that are not known when it is compiled:
 * what nobody reads may not be there. */
#include <stdio.h>

enum { S = 96, ROWS = 64 };
static unsigned in[ROWS * S];
static signed char out[ROWS * S];

static void filter(int w, int h, int from, const unsigned *restrict a,
                   signed char *restrict b)
{
#pragma hedra
    for (int y = 1; y < h; y++)
        for (int x = from; x <= w - 1; x++) {
            int s = 1;
            for (int dy = -2; dy <= 2; dy++) {
                int yy = y + dy, xx = x - 2;
                int row = yy >= h ? h - 1 : yy <= 0 ? 0 : yy;
                s += a[row * S + (x - 3) % w] * 6;
                if (yy >= 0 && xx < w && xx >= 1)
                    s += a[yy * S + xx] * 6;
                else
                    s += a[0];
            }
            b[y * S + x] = s;
        }
}

int main(void)
{
    for (int i = 0; i < ROWS * S; i++)
        in[i] = i * 7 % 31;
    filter(3, 2, 2, in + 20 * S + 24, out + 20 * S + 24);
    filter(40, 20, 3, in + 30 * S + 40, out + 30 * S + 40);
    for (int i = 0; i < ROWS * S; i++)
        printf("%d\n", out[i]);
    return 0;
}
