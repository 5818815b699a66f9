/* Ordered dithering to one bit for each pixel, eight in a byte. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    static const uint8_t bayer[4][4] = {
        {0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};
    int n = field_size(argc, argv, 64, 4096);
    uint8_t *in = field_bytes(n * n), *out = field_zeros(n * n / 8, 1);
    field_begin();
#pragma hedra
    for (int y = 0; y < n; y++)
        for (int x8 = 0; x8 < n / 8; x8++) {
            uint8_t bits = 0;
            for (int b = 0; b < 8; b++)
                if (in[y * n + 8 * x8 + b] > 16 * bayer[y & 3][b & 3] + 8)
                    bits |= 0x80 >> b;
            out[y * (n / 8) + x8] = bits;
        }
    field_end();
    field_sum("out", out, n * n / 8);
}
