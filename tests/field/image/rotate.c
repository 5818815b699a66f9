/* A picture turned by a quarter. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 2500);
    unsigned *in = (unsigned *)field_ints(n * n, 1 << 20);
    unsigned *out = field_zeros(n * n, sizeof *out);
    field_begin();
#pragma hedra
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            out[x * n + (n - 1 - y)] = in[y * n + x];
    field_end();
    field_sum("out", out, n * n * sizeof *out);
}
