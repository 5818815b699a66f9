/* Colours to gray, by pointers that step through a row. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 2500);
    unsigned char *rgb = field_bytes(3 * n * n), *out = field_zeros(n * n, 1);
    field_begin();
#pragma hedra
    for (int y = 0; y < n; y++) {
        const unsigned char *s = rgb + 3 * y * n;
        unsigned char *d = out + y * n;
        for (int x = 0; x < n; x++, s += 3, d++)
            *d = (77 * s[0] + 150 * s[1] + 29 * s[2]) >> 8;
    }
    field_end();
    field_sum("out", out, n * n);
}
