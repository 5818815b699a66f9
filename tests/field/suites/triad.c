/* A triad of vectors. */
#include "tests/field/field.h"

__attribute__((noinline)) static void
triad(float *a, const float *b, const float *c, float s, int n)
{
#pragma hedra
    for (int i = 0; i < n; i++)
        a[i] = b[i] + s * c[i];
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 1000, 4000000);
    float *a = field_zeros(n, sizeof *a);
    float *b = field_floats(n), *c = field_floats(n);
    field_begin();
    for (int r = 0; r < 5; r++)
        triad(a, b, c, 1.75f, n);
    field_end();
    field_sum("a", a, n * sizeof *a);
}
