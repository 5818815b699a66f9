/* A filter of 5 x 5, with nothing beyond the borders. */
#include "tests/field/field.h"
int main(int argc, char **argv)
{
    int w = field_size(argc, argv, 40, 1500), h = w;
    float *in = field_floats(w * h), *out = field_zeros(w * h, sizeof(float));
    float k[5][5];
    for (int i = 0; i < 25; i++)
        k[i / 5][i % 5] = i * 0.01f;
    field_begin();
#pragma hedra
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float s = 0;
            for (int dy = -2; dy <= 2; dy++)
                for (int dx = -2; dx <= 2; dx++) {
                    int yy = y + dy, xx = x + dx;
                    if (yy >= 0 && yy < h && xx >= 0 && xx < w)
                        s += in[yy * w + xx] * k[dy + 2][dx + 2];
                }
            out[y * w + x] = s;
        }
    field_end();
    field_near("out", out, w * h);
}
