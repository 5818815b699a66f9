/* A loop that ends the program on bad data. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 500, 4000000);
    float *v = field_floats(n);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        if (v[i] < 0) {
            fprintf(stderr, "negative volume\n");
            exit(1);
        }
        v[i] = v[i] * 0.5f + 1;
    }
    field_end();
    field_sum("v", v, n * sizeof *v);
}
