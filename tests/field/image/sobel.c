/* Edges of a picture of bytes. */
#include "tests/field/field.h"

static void edges(const uint8_t *in, uint8_t *out, int w, int h)
{
#pragma hedra
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            const uint8_t *p = in + y * w + x;
            int gx =
                p[1 - w] - p[-1 - w] + 2 * (p[1] - p[-1]) + p[1 + w] - p[w - 1];
            int gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] -
                     p[1 - w];
            int m = abs(gx) + abs(gy);
            out[y * w + x] = m > 255 ? 255 : m;
        }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 6000);
    uint8_t *in = field_bytes(n * n), *out = field_zeros(n * n, 1);
    field_begin();
    edges(in, out, n, n);
    field_end();
    field_sum("out", out, n * n);
}
