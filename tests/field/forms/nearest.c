/* The nearest of many points. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 1000, 8000000), at = -1;
    float *x = field_floats(n), *y = field_floats(n), best = 1e30f;
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        float dx = x[i] - .25f, dy = y[i] - .5f, d = dx * dx + dy * dy;
        if (d < best) {
            best = d;
            at = i;
        }
    }
    field_end();
    printf("nearest %d at %g\n", at, best);
}
