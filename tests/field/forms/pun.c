/* The fast inverse root, by a union. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 500, 4000000);
    float *x = field_floats(n), *y = field_zeros(n, sizeof *y);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        union {
            float f;
            unsigned u;
        } v = {.f = x[i] + 1};
        v.u = 0x5f3759df - (v.u >> 1);
        y[i] = v.f * (1.5f - 0.5f * (x[i] + 1) * v.f * v.f);
    }
    field_end();
    field_sum("y", y, n * sizeof *y);
}
