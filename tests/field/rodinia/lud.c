/* LU decomposition in place without pivots. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 48, 900);
    float *a = field_floats(n * n);
    for (int i = 0; i < n; i++)
        a[i * n + i] += n;
    field_begin();
#pragma hedra
    for (int k = 0; k < n; k++) {
        for (int i = k + 1; i < n; i++)
            a[i * n + k] /= a[k * n + k];
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
    }
    field_end();
    field_sum("a", a, n * n * sizeof *a);
}
