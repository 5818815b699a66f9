/* A layer of bytes with sums of integers and a shift. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 64, 10000);
    int8_t *w = (int8_t *)field_bytes(n * n), *x = (int8_t *)field_bytes(n);
    int8_t *y = field_zeros(n, 1);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        int32_t acc = 0;
        for (int j = 0; j < n; j++)
            acc += (int32_t)w[i * n + j] * x[j];
        acc >>= 10;
        y[i] = acc > 127 ? 127 : acc < -128 ? -128 : acc;
    }
    field_end();
    field_sum("y", y, n);
}
