/* Means of 5 x 5 on a torus. */
#include "tests/field/field.h"
int main(int argc, char **argv)
{
    int w = field_size(argc, argv, 40, 1500), h = w;
    unsigned char *in = field_bytes(w * h), *out = field_zeros(w * h, 1);
    field_begin();
#pragma hedra
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int s = 0;
            for (int dy = -2; dy <= 2; dy++)
                for (int dx = -2; dx <= 2; dx++)
                    s += in[((y + dy + h) % h) * w + (x + dx + w) % w];
            out[y * w + x] = s / 25;
        }
    field_end();
    field_sum("out", out, w * h);
}
