/* A transposed copy. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 2500);
    double *a = field_doubles(n * n), *b = field_zeros(n * n, sizeof *b);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[j * n + i] = a[i * n + j];
    field_end();
    field_sum("b", b, n * n * sizeof *b);
}
