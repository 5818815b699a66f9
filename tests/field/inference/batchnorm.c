/* Channels over the spread of their values in a batch: one square root for each
 * is little beside the sums. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int side = field_size(argc, argv, 6, 112), area = side * side;
    int batch = 4, channels = 24;
    float *x = field_floats(batch * channels * area);
    float *scale = field_floats(channels), *shift = field_floats(channels);
    float spread[24];
    field_begin();
#pragma hedra
    for (int c = 0; c < channels; c++) {
        float mean = 0, v = 0;
        for (int n = 0; n < batch; n++)
            for (int i = 0; i < area; i++)
                mean += x[(n * channels + c) * area + i];
        mean /= batch * area;
        for (int n = 0; n < batch; n++)
            for (int i = 0; i < area; i++) {
                float d = x[(n * channels + c) * area + i] - mean;
                v += d * d;
            }
        spread[c] = v / (batch * area);
        float inverse = 1.f / sqrtf(spread[c] + 1e-5f);
        for (int n = 0; n < batch; n++)
            for (int i = 0; i < area; i++) {
                float *at = &x[(n * channels + c) * area + i];
                *at = scale[c] * (*at - mean) * inverse + shift[c];
            }
    }
    field_end();
    field_sum("x", x, batch * channels * area * sizeof *x);
    field_sum("spread", spread, sizeof spread);
}
