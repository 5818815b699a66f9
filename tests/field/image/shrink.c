/* A picture of half the size. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 4000);
    unsigned char *in = field_bytes(n * n), *out = field_zeros(n * n / 4, 1);
    int h = n / 2;
    field_begin();
#pragma hedra
    for (int y = 0; y < h; y++)
        for (int x = 0; x < h; x++) {
            const unsigned char *p = &in[2 * y * n + 2 * x];
            out[y * h + x] = (p[0] + p[1] + p[n] + p[n + 1] + 2) / 4;
        }
    field_end();
    field_sum("out", out, h * h);
}
