/* Rows over the root of the mean of their squares. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 30, 1500);
    float *x = field_floats(n * n), *w = field_floats(n);
    float *o = field_zeros(n * n, sizeof *o);
    field_begin();
#pragma hedra
    for (int r = 0; r < n; r++) {
        float ss = 0;
        for (int j = 0; j < n; j++)
            ss += x[r * n + j] * x[r * n + j];
        ss = 1.0f / sqrtf(ss / n + 1e-5f);
        for (int j = 0; j < n; j++)
            o[r * n + j] = w[j] * (ss * x[r * n + j]);
    }
    field_end();
    field_sum("o", o, n * n * sizeof *o);
}
