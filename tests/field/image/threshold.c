/* Black and white by a threshold. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 2000, 32000000);
    unsigned char *in = field_bytes(n), *out = field_zeros(n, 1);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        out[i] = in[i] > 127 ? 255 : 0;
    field_end();
    field_sum("out", out, n);
}
