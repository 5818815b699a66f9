/* A bias and the Gaussian error linear unit, by the error function. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int rows = field_size(argc, argv, 6, 400), n = 512;
    float *x = field_floats(rows * n), *bias = field_floats(n);
    float *y = field_floats(rows * n);
    field_begin();
#pragma hedra
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < n; i++) {
            float v = 4 * (x[r * n + i] + bias[i]) - 2;
            y[r * n + i] = .5f * v * (1 + erff(v * .70710678f));
        }
    field_end();
    field_near("y", y, rows * n);
}
