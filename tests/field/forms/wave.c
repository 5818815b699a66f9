/* A wave with a loop over neighbours of radius four. */
#include "tests/field/field.h"

#define AT(z, y, x) (((z)*n + (y)) * n + (x))
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 16, 120);
    float *next = field_zeros(n * n * n, sizeof *next);
    float *cur = field_floats(n * n * n);
    float w[5] = {-2.8f, 1.6f, -0.2f, 0.025f, -0.0018f};
    field_begin();
#pragma hedra
    for (int z = 4; z < n - 4; z++)
        for (int y = 4; y < n - 4; y++)
            for (int x = 4; x < n - 4; x++) {
                float s = 3 * w[0] * cur[AT(z, y, x)];
                for (int r = 1; r <= 4; r++)
                    s += w[r] * (cur[AT(z, y, x - r)] + cur[AT(z, y, x + r)] +
                                 cur[AT(z, y - r, x)] + cur[AT(z, y + r, x)] +
                                 cur[AT(z - r, y, x)] + cur[AT(z + r, y, x)]);
                next[AT(z, y, x)] =
                    2 * cur[AT(z, y, x)] - next[AT(z, y, x)] + 0.1f * s;
            }
    field_end();
    field_sum("next", next, n * n * n * sizeof *next);
}
