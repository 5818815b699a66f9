/* Elimination with multipliers kept in a matrix. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 450);
    float *a = field_floats(n * n), *b = field_floats(n);
    float *m = field_zeros(n * n, sizeof *m);
    for (int i = 0; i < n; i++)
        a[i * n + i] += n;
    field_begin();
#pragma hedra
    for (int t = 0; t < n - 1; t++) {
        for (int i = 0; i < n - 1 - t; i++)
            m[n * (i + t + 1) + t] = a[n * (i + t + 1) + t] / a[n * t + t];
        for (int i = 0; i < n - 1 - t; i++) {
            for (int j = 0; j < n - t; j++)
                a[n * (i + 1 + t) + (j + t)] -=
                    m[n * (i + 1 + t) + t] * a[n * t + (j + t)];
            b[i + 1 + t] -= m[n * (i + 1 + t) + t] * b[t];
        }
    }
    field_end();
    field_sum("a", a, n * n * sizeof *a);
    field_sum("b", b, n * sizeof *b);
}
