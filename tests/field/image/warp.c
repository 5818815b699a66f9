/* An image turned, read where a point comes from if that is inside. */
#include "tests/field/field.h"

static void warp(int w, int h, const float *in, float *out, float c, float s)
{
#pragma hedra
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int u = (int)(c * x - s * y), v = (int)(s * x + c * y);
            float value = 0;
            if (u >= 0 && u < w && v >= 0 && v < h)
                value = in[v * w + u];
            out[y * w + x] = value;
        }
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 2500);
    float *in = field_floats(n * n), *out = field_zeros(n * n, sizeof *out);
    field_begin();
    warp(n, n, in, out, .8f, .6f);
    field_end();
    field_sum("out", out, n * n * sizeof *out);
}
