/* How far each block of a picture has moved since the last one: the least sum
 * of absolute differences, of all places around. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int my = field_size(argc, argv, 4, 30), mx = my + 1, w = 16 * mx + 16;
    unsigned char(*was)[w] = field_zeros(w * w, 1);
    unsigned char(*now)[w] = field_zeros(w * w, 1);
    int(*best)[mx] = field_zeros(my * mx, sizeof **best);
    for (int i = 0; i < w; i++)
        for (int j = 0; j < w; j++) {
            was[i][j] = (unsigned char)(i * i + 7 * j * (i % 5) + j);
            now[i][j] = (unsigned char)(was[i][j] / 2 + 3 * i + 100);
        }
    field_begin();
#pragma hedra whole
    for (int y = 0; y < my; y++)
        for (int x = 0; x < mx; x++) {
            int least = 1 << 30;
            for (int dy = 0; dy < 16; dy++)
                for (int dx = 0; dx < 16; dx++) {
                    int s = 0;
                    for (int i = 0; i < 16; i++)
                        for (int j = 0; j < 16; j++)
                            s += abs(now[16 * y + i + 8][16 * x + j + 8] -
                                     was[16 * y + i + dy][16 * x + j + dx]);
                    s += abs(dy - 8) + abs(dx - 8);
                    least = s < least ? s : least;
                }
            best[y][x] = least;
        }
    field_end();
    field_sum("best", best, (size_t)(my * mx) * sizeof **best);
}
