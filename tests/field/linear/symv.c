/* A symmetric matrix of which one half is stored, times a vector. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 60, 2500);
    double *a = field_doubles(n * n), *x = field_doubles(n);
    double *y = field_zeros(n, sizeof *y);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        double t = 0;
        for (int j = 0; j < i; j++) {
            y[j] += x[i] * a[i * n + j];
            t += x[j] * a[i * n + j];
        }
        y[i] += x[i] * a[i * n + i] + t;
    }
    field_end();
    field_sum("y", y, n * sizeof *y);
}
