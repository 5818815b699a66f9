/* Random walks with a generator of their own each. */
#include "tests/field/field.h"

static unsigned next(unsigned *s)
{
    *s ^= *s << 13;
    *s ^= *s >> 17;
    *s ^= *s << 5;
    return *s;
}
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 50000);
    int *end = field_zeros(n, sizeof *end);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        unsigned s = i + 1;
        int x = 0;
        for (int k = 0; k < 100; k++)
            x += next(&s) & 1 ? 1 : -1;
        end[i] = x;
    }
    field_end();
    field_sum("end", end, n * sizeof *end);
}
