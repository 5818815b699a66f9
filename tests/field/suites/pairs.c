/* Forces between all particles by the potential of Mie, which is that of
 * Lennard and Jones with another exponent. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 600);
    double *x = field_doubles(n), *y = field_doubles(n), *z = field_doubles(n);
    double *pull = field_zeros(n, sizeof *pull);
    double steep = 11.5, flat = 6;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
            double dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];
            double far = sqrt(dx * dx + dy * dy + dz * dz + .01);
            sum += pow(.1 / far, steep) - pow(.1 / far, flat);
        }
        pull[i] = sum;
    }
    field_end();
    field_near_doubles("pull", pull, n);
}
