/* The median of three times three bytes, sorted in a local array. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 24, 700);
    unsigned char *in = field_bytes(n * n), *out = field_zeros(n * n, 1);
    field_begin();
#pragma hedra
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++) {
            unsigned char v[9];
            for (int dy = 0; dy < 3; dy++)
                for (int dx = 0; dx < 3; dx++)
                    v[3 * dy + dx] = in[(y + dy - 1) * n + x + dx - 1];
            for (int i = 0; i < 5; i++)
                for (int j = i + 1; j < 9; j++)
                    if (v[j] < v[i]) {
                        unsigned char t = v[i];
                        v[i] = v[j];
                        v[j] = t;
                    }
            out[y * n + x] = v[4];
        }
    field_end();
    field_sum("out", out, n * n);
}
