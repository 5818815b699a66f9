/* Rows that are cleared by memset before sums. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 1500);
    float *a = field_floats(n * n), *s = field_zeros(n * n, sizeof *s);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        memset(s + i * n, 0, n * sizeof(float));
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < n; j++)
                s[i * n + j] += k * a[i * n + j];
    }
    field_end();
    field_sum("s", s, n * n * sizeof *s);
}
