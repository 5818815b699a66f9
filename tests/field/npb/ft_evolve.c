/* Factors on complex numbers, as a transform needs them. */
#include "tests/field/field.h"

typedef struct {
    double real, imag;
} dcomplex;
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 12, 140);
    dcomplex *u = (dcomplex *)field_doubles(2 * n * n * n);
    double *ex = field_doubles(n * n * n);
    field_begin();
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                u[(k * n + j) * n + i].real *= ex[(k * n + j) * n + i];
                u[(k * n + j) * n + i].imag *= ex[(k * n + j) * n + i];
            }
    field_end();
    field_sum("u", u, n * n * n * sizeof *u);
}
