/* Temperatures on a chip: explicit steps of a five-point stencil with edges. */
#include "tests/field/field.h"

static void step(int n, const float *t, const float *p, float *r)
{
#pragma hedra
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float c = t[y * n + x];
            float up = y == 0 ? c : t[(y - 1) * n + x];
            float down = y == n - 1 ? c : t[(y + 1) * n + x];
            float left = x == 0 ? c : t[y * n + x - 1];
            float right = x == n - 1 ? c : t[y * n + x + 1];
            r[y * n + x] = c + 0.1f * (p[y * n + x] + up + down - 2 * c) +
                           0.1f * (left + right - 2 * c);
        }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 1500);
    float *t = field_floats(n * n), *p = field_floats(n * n);
    float *r = field_zeros(n * n, sizeof *r);
    field_begin();
    for (int s = 0; s < 10; s++) {
        step(n, t, p, r);
        float *swap = t;
        t = r;
        r = swap;
    }
    field_end();
    field_sum("t", t, n * n * sizeof *t);
}
