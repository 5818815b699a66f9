/* A layer forward and the adjustment of its weights. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 200, 100000), h = 16;
    float *w = field_floats((size_t)n * h), *old = field_floats((size_t)n * h);
    float *in = field_floats(n), *delta = field_floats(h);
    field_begin();
#pragma hedra
    for (int j = 0; j < h; j++)
        for (int k = 0; k < n; k++) {
            float d = 0.3f * delta[j] * in[k] + 0.3f * old[k * h + j];
            w[k * h + j] += d;
            old[k * h + j] = d;
        }
    field_end();
    field_sum("w", w, (size_t)n * h * sizeof *w);
}
