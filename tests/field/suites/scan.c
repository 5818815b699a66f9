/* Running sums. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 1000, 8000000);
    int *in = field_ints(n, 10), *out = field_zeros(n, sizeof *out);
    field_begin();
#pragma hedra
    for (int i = 1; i < n; i++)
        out[i] = out[i - 1] + in[i - 1];
    field_end();
    field_sum("out", out, n * sizeof *out);
}
