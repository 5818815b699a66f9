/* A discrete Fourier transform as its definition says. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 700);
    double *x = field_doubles(n), *re = field_zeros(n, sizeof *re);
    double *im = field_zeros(n, sizeof *im);
    field_begin();
#pragma hedra
    for (int k = 0; k < n; k++) {
        double a = 0, b = 0;
        for (int t = 0; t < n; t++) {
            double turn = 2 * M_PI * t * k / n;
            a += x[t] * cos(turn);
            b -= x[t] * sin(turn);
        }
        re[k] = a;
        im[k] = b;
    }
    field_end();
    field_near_doubles("re", re, n);
    field_near_doubles("im", im, n);
}
