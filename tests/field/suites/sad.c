/* Sums of absolute differences of blocks of bytes. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 32, 512);
    unsigned char *a = field_bytes(n * n), *b = field_bytes((n + 8) * (n + 8));
    int per = n / 4;
    int *sad = field_zeros(per * per * 64, sizeof *sad);
    field_begin();
#pragma hedra
    for (int by = 0; by < per; by++)
        for (int bx = 0; bx < per; bx++)
            for (int dy = 0; dy < 8; dy++)
                for (int dx = 0; dx < 8; dx++) {
                    int s = 0;
                    for (int y = 0; y < 4; y++)
                        for (int x = 0; x < 4; x++)
                            s += abs(a[(4 * by + y) * n + 4 * bx + x] -
                                     b[(4 * by + y + dy) * (n + 8) + 4 * bx +
                                       x + dx]);
                    sad[((by * per + bx) * 8 + dy) * 8 + dx] = s;
                }
    field_end();
    field_sum("sad", sad, per * per * 64 * sizeof *sad);
}
