/* Temperatures in layers, the indices of neighbours chosen by edges. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 12, 140);
    int nx = n, ny = n, nz = n;
    float *src = field_floats(n * n * n);
    float *dst = field_zeros(n * n * n, sizeof *dst);
    field_begin();
#pragma hedra
    for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++)
            for (int x = 0; x < nx; x++) {
                int c = x + y * nx + z * nx * ny;
                int w = x == 0 ? c : c - 1;
                int e = x == nx - 1 ? c : c + 1;
                int s = y == 0 ? c : c - nx;
                int t = y == ny - 1 ? c : c + nx;
                dst[c] =
                    0.6f * src[c] + 0.1f * (src[w] + src[e] + src[s] + src[t]);
            }
    field_end();
    field_sum("dst", dst, n * n * n * sizeof *dst);
}
