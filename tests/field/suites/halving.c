/* Sums by halves, and rows smoothed over distances that double. */
#include "tests/field/field.h"

static void halve(int n, float *x)
{
#pragma hedra extent(x[n])
    for (int s = n / 2; s > 0; s /= 2)
        for (int i = 0; i < s; i++)
            x[i] += x[i + s];
}

static void spread(int n, int m, const float *a, float *b)
{
#pragma hedra
    for (int k = 1; k < m; k <<= 1)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                b[i * m + j] = b[i * m + j] * .5f + k * a[i * m + j];
}

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 64, 2048);
    float *x = field_floats(n * n), *a = field_floats(n * n);
    float *b = field_zeros(n * n, sizeof *b);
    field_begin();
    halve(n * n, x);
    spread(n, n, a, b);
    field_end();
    field_sum("x", x, n * sizeof *x);
    field_sum("b", b, n * n * sizeof *b);
}
