/* The streaming step of a lattice Boltzmann code, cells as structures. */
#include "tests/field/field.h"

typedef struct {
    float speeds[9];
} t_speed;
static void stream(int nx, int ny, const t_speed *src, t_speed *dst)
{
#pragma hedra
    for (int jj = 0; jj < ny; jj++)
        for (int ii = 0; ii < nx; ii++) {
            int yn = (jj + 1) % ny, xe = (ii + 1) % nx;
            dst[ii + jj * nx].speeds[0] = src[ii + jj * nx].speeds[0];
            dst[ii + jj * nx].speeds[1] = src[xe + jj * nx].speeds[1];
            dst[ii + jj * nx].speeds[2] = src[ii + yn * nx].speeds[2];
        }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 30, 800);
    t_speed *src = (t_speed *)field_floats(9 * n * n);
    t_speed *dst = field_zeros(n * n, sizeof *dst);
    field_begin();
    stream(n, n, src, dst);
    field_end();
    field_sum("dst", dst, n * n * sizeof *dst);
}
