/* Acoustic waves with absorbing borders and a source that moves memory of three
 * steps around. */
#include "tests/field/field.h"

static void shoot(int nx, int nz, int steps, float *u0, float *u1,
                  const float *v, float *trace)
{
    const float c0 = -2.5f, c1 = 4.f / 3, c2 = -1.f / 12;
    for (int t = 0; t < steps; t++) {
#pragma hedra
        for (int x = 2; x < nx - 2; x++)
            for (int z = 2; z < nz - 2; z++) {
                int i = x * nz + z;
                float lap =
                    2 * c0 * u1[i] +
                    c1 * (u1[i - 1] + u1[i + 1] + u1[i - nz] + u1[i + nz]) +
                    c2 * (u1[i - 2] + u1[i + 2] + u1[i - 2 * nz] +
                          u1[i + 2 * nz]);
                u0[i] = 2 * u1[i] - u0[i] + v[i] * .1f * lap;
            }
        u0[(nx / 2) * nz + 4] += t < 5 ? 1.f : 0.f;
#pragma hedra
        for (int x = 0; x < nx; x++) {
            for (int z = 0; z < 4; z++)
                u0[x * nz + z] *= .9f + .02f * z;
            trace[t * nx + x] = u0[x * nz + 4];
        }
        float *swap = u0;
        u0 = u1;
        u1 = swap;
    }
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 1000), steps = 8;
    float *u0 = field_zeros(n * n, 4), *u1 = field_zeros(n * n, 4),
          *v = field_floats(n * n), *trace = field_zeros(steps * n, 4);
    field_begin();
    shoot(n, n, steps, u0, u1, v, trace);
    field_end();
    field_sum("trace", trace, steps * n * 4);
}
