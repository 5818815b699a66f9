/* The greatest byte of three times three, with clamped edges. */
#include "tests/field/field.h"

#define CLAMP(x, a, b) ((x) < (a) ? (a) : (x) > (b) ? (b) : (x))
int main(int argc, char **argv)
{
    int w = field_size(argc, argv, 40, 3000), h = w;
    unsigned char *in = field_bytes(w * h), *out = field_zeros(w * h, 1);
    field_begin();
#pragma hedra
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            unsigned char m = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int yy = CLAMP(y + dy, 0, h - 1);
                    int xx = CLAMP(x + dx, 0, w - 1);
                    if (in[yy * w + xx] > m)
                        m = in[yy * w + xx];
                }
            out[y * w + x] = m;
        }
    field_end();
    field_sum("out", out, w * h);
}
