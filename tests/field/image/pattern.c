/* Where a pattern lies in a picture: a sum of products of bytes with signed
 * weights for each place. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 24, 500), m = n + 16;
    unsigned char *in = field_bytes(m * m);
    unsigned char(*a)[m] = (void *)in;
    signed char weight[16][16];
    int(*match)[n] = field_zeros(n * n, sizeof **match);
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
            weight[i][j] = (signed char)((i * 37 + j * 11) % 255 - 127);
    field_begin();
#pragma hedra whole
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            int s = 0;
            for (int i = 0; i < 16; i++)
                for (int j = 0; j < 16; j++)
                    s += weight[i][j] * a[y + i][x + j];
            match[y][x] = s;
        }
    field_end();
    field_sum("match", match, (size_t)(n * n) * sizeof **match);
}
