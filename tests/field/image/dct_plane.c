/* Cosine transforms of the blocks of a plane, in place of rows of blocks: how
 * wide it is nobody knows to be a multiple of a block's width. */
#include "tests/field/field.h"

enum { B = 8 };
static float cosine[B][B];

static void forward(const float *in, float *out, int width, int height)
{
#pragma hedra
    for (int by = 0; by < height; by += B)
        for (int bx = 0; bx < width; bx += B) {
            float half[B][B];
            for (int u = 0; u < B; u++)
                for (int x = 0; x < B; x++) {
                    float s = 0;
                    for (int y = 0; y < B; y++)
                        s += cosine[u][y] * in[(by + y) * width + bx + x];
                    half[u][x] = s;
                }
            for (int u = 0; u < B; u++)
                for (int v = 0; v < B; v++) {
                    float s = 0;
                    for (int x = 0; x < B; x++)
                        s += half[u][x] * cosine[v][x];
                    out[(by + u) * width + bx + v] = s;
                }
        }
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 5, 96), w = n * B, h = (n + 1) * B;
    float *in = field_floats(w * h), *out = field_zeros(w * h, sizeof *out);
    for (int u = 0; u < B; u++)
        for (int y = 0; y < B; y++)
            cosine[u][y] = (float)((2 * y + 1) * u % 32 - 16) / 32;
    field_begin();
    forward(in, out, w, h);
    field_end();
    field_sum("out", out, w * h * sizeof *out);
}
