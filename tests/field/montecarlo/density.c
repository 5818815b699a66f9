/* A density estimated by kernels in double precision. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 2000), points = n / 4;
    double *x = field_doubles(n), *at = field_doubles(points);
    double *density = field_zeros(points, sizeof *density), width = .05;
    field_begin();
#pragma hedra
    for (int j = 0; j < points; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double u = (at[j] - x[i]) / width;
            sum += exp(-.5 * u * u);
        }
        density[j] = sum / (n * width * 2.5066282746310002);
    }
    field_end();
    field_near_doubles("density", density, points);
}
