/* A box blur in two passes with a buffer between them. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 1500);
    unsigned char *in = field_bytes(n * n), *out = field_zeros(n * n, 1);
    int *mid = field_zeros(n * n, sizeof *mid);
    field_begin();
#pragma hedra
    {
        for (int y = 0; y < n; y++)
            for (int x = 2; x < n - 2; x++) {
                int s = 0;
                for (int k = -2; k <= 2; k++)
                    s += in[y * n + x + k];
                mid[y * n + x] = s;
            }
        for (int y = 2; y < n - 2; y++)
            for (int x = 2; x < n - 2; x++) {
                int s = 0;
                for (int k = -2; k <= 2; k++)
                    s += mid[(y + k) * n + x];
                out[y * n + x] = s / 25;
            }
    }
    field_end();
    field_sum("out", out, n * n);
}
