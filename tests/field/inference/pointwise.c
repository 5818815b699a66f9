/* A convolution of single pixels in bytes, rounded back by a function of the
 * file, with sizes that the caller has as constants. */
#include "tests/field/field.h"

static inline int32_t scaled(int32_t x, int32_t factor, int shift)
{
    int64_t product = (int64_t)x * factor + (1LL << (30 + shift));
    return (int32_t)(product >> (31 + shift));
}

static void pointwise(const unsigned char *in, const signed char *weight,
                      const int32_t *bias, unsigned char *out, int pixels,
                      int from, int to, int zero, int32_t factor, int shift)
{
#pragma hedra
    for (int p = 0; p < pixels; p++)
        for (int o = 0; o < to; o++) {
            int32_t sum = bias[o];
            for (int c = 0; c < from; c++)
                sum += (in[p * from + c] - zero) * weight[o * from + c];
            sum = scaled(sum, factor, shift) + 3;
            out[p * to + o] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
        }
}

int main(int argc, char **argv)
{
    enum { FROM = 64, TO = 96 };
    int pixels = field_size(argc, argv, 40, 20000);
    unsigned char *in = field_bytes((size_t)pixels * FROM);
    signed char *weight = (signed char *)field_bytes(FROM * TO);
    unsigned char *out = field_zeros((size_t)pixels * TO, 1);
    int32_t bias[TO];
    for (int o = 0; o < TO; o++)
        bias[o] = (int32_t)(field_random() * 2000) - 1000;
    field_begin();
    pointwise(in, weight, bias, out, pixels, FROM, TO, 128, 1518500250, 8);
    field_end();
    field_sum("pointwise", out, (size_t)pixels * TO);
}
