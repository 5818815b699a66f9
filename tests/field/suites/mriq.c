/* A matrix of magnetic resonance: waves of all samples at each voxel. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 50, 3000), samples = n < 256 ? 20 : 256;
    float *x = field_floats(n), *y = field_floats(n), *z = field_floats(n);
    float *kx = field_floats(samples), *ky = field_floats(samples);
    float *kz = field_floats(samples), *weight = field_floats(samples);
    float *real = field_zeros(n, sizeof *real);
    float *imaginary = field_zeros(n, sizeof *imaginary);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        float re = 0, im = 0;
        for (int k = 0; k < samples; k++) {
            float turn =
                6.2831853f * (kx[k] * x[i] + ky[k] * y[i] + kz[k] * z[i]);
            re += weight[k] * cosf(turn);
            im += weight[k] * sinf(turn);
        }
        real[i] = re;
        imaginary[i] = im;
    }
    field_end();
    field_near("real", real, n);
    field_near("imaginary", imaginary, n);
}
