/* Sums over all that is above and to the left. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 2000);
    unsigned char *in = field_bytes(n * n);
    int *s = field_zeros((n + 1) * (n + 1), sizeof *s), w = n + 1;
    field_begin();
#pragma hedra
    for (int y = 1; y <= n; y++)
        for (int x = 1; x <= n; x++)
            s[y * w + x] = in[(y - 1) * n + x - 1] + s[(y - 1) * w + x] +
                           s[y * w + x - 1] - s[(y - 1) * w + x - 1];
    field_end();
    field_sum("s", s, w * w * sizeof *s);
}
