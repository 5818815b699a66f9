/* A fully connected layer with bias and rectifier. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 64, 3000);
    float *w = field_floats(n * n), *x = field_floats(n), *b = field_floats(n);
    float *y = field_zeros(n, sizeof *y);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        float v = b[i];
        for (int j = 0; j < n; j++)
            v += w[i * n + j] * x[j];
        y[i] = v > 0 ? v : 0;
    }
    field_end();
    field_sum("y", y, n * sizeof *y);
}
