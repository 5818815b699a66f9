/* The place of the least element of each row. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 150, 3000);
    float *a = field_floats(n * n);
    int *at = field_zeros(n, sizeof *at);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        float least = a[i * n];
        int k = 0;
        for (int j = 1; j < n; j++)
            if (a[i * n + j] < least) {
                least = a[i * n + j];
                k = j;
            }
        at[i] = k;
    }
    field_end();
    field_sum("at", at, n * sizeof *at);
}
