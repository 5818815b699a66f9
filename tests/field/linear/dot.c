/* A sum of products of floats, in order. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 1000, 8000000);
    float *x = field_floats(n), *y = field_floats(n), s = 0;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    field_end();
    field_sum("s", &s, sizeof s);
}
