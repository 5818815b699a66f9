/* Convolutions of each channel by itself, with the stride as an argument. */
#include "tests/field/field.h"

static void depthwise(const float *in, const float *w, float *out, int channels,
                      int h, int width, int stride)
{
    int oh = (h - 3) / stride + 1, ow = (width - 3) / stride + 1;
#pragma hedra
    for (int c = 0; c < channels; c++) {
        for (int y = 0; y < oh; y++) {
            for (int x = 0; x < ow; x++) {
                float s = 0;
                for (int ky = 0; ky < 3; ky++)
                    for (int kx = 0; kx < 3; kx++)
                        s += in[(c * h + y * stride + ky) * width + x * stride +
                                kx] *
                             w[c * 9 + ky * 3 + kx];
                out[(c * oh + y) * ow + x] = s < 0 ? 0 : s > 6 ? 6 : s;
            }
        }
    }
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 18, 114), channels = 64;
    float *in = field_floats(channels * n * n), *w = field_floats(channels * 9);
    float *each = field_zeros(channels * n * n, sizeof *each);
    float *second = field_zeros(channels * n * n, sizeof *second);
    field_begin();
    depthwise(in, w, each, channels, n, n, 1);
    depthwise(in, w, second, channels, n, n, 2);
    field_end();
    field_sum("each", each, channels * n * n * sizeof *each);
    field_sum("second", second, channels * n * n * sizeof *second);
}
