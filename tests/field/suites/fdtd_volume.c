/* Maxwell's equations on a staggered grid: the electric field follows in a loop
 * of its own, which a vector of the magnetic one must not wait for. */
#include "tests/field/field.h"

#define AT(i, j, k) (((i)*ny + (j)) * nz + (k))

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 9, 72), nx = n, ny = n + 1, nz = n + 2;
    int all = nx * ny * nz;
    float *field = field_floats(6 * all), ch = 0.3f, ce = 0.25f;
    float *ex = field, *ey = field + all, *ez = field + 2 * all;
    float *hx = field + 3 * all, *hy = field + 4 * all, *hz = field + 5 * all;
    field_begin();
    for (int step = 0; step < 8; step++) {
#pragma hedra
        {
            for (int i = 0; i < nx - 1; i++)
                for (int j = 0; j < ny - 1; j++)
                    for (int k = 0; k < nz - 1; k++) {
                        int c = AT(i, j, k);
                        hx[c] += ch * ((ey[AT(i, j, k + 1)] - ey[c]) -
                                       (ez[AT(i, j + 1, k)] - ez[c]));
                        hy[c] += ch * ((ez[AT(i + 1, j, k)] - ez[c]) -
                                       (ex[AT(i, j, k + 1)] - ex[c]));
                        hz[c] += ch * ((ex[AT(i, j + 1, k)] - ex[c]) -
                                       (ey[AT(i + 1, j, k)] - ey[c]));
                    }
            for (int i = 1; i < nx - 1; i++)
                for (int j = 1; j < ny - 1; j++)
                    for (int k = 1; k < nz - 1; k++) {
                        int c = AT(i, j, k);
                        ex[c] += ce * ((hz[c] - hz[AT(i, j - 1, k)]) -
                                       (hy[c] - hy[AT(i, j, k - 1)]));
                        ey[c] += ce * ((hx[c] - hx[AT(i, j, k - 1)]) -
                                       (hz[c] - hz[AT(i - 1, j, k)]));
                        ez[c] += ce * ((hy[c] - hy[AT(i - 1, j, k)]) -
                                       (hx[c] - hx[AT(i, j - 1, k)]));
                    }
        }
    }
    field_end();
    field_sum("fields", field, 6 * all * sizeof *field);
}
