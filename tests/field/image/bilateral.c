/* Smooths, but not across edges: weights fall with distance and difference. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int w = field_size(argc, argv, 40, 300), h = w;
    float *in = field_floats(w * h), *out = field_zeros(w * h, sizeof *out);
    float near = 2 * 1.5f * 1.5f, like = 2 * .1f * .1f;
    field_begin();
#pragma hedra
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float middle = in[y * w + x], sum = 0, all = 0;
            for (int v = -2; v <= 2; v++)
                for (int u = -2; u <= 2; u++) {
                    float value = in[(y + v) * w + x + u], d = value - middle;
                    float weight =
                        expf(-(float)(u * u + v * v) / near - d * d / like);
                    sum += weight * value;
                    all += weight;
                }
            out[y * w + x] = sum / all;
        }
    field_end();
    field_near("out", out, w * h);
}
