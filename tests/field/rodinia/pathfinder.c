/* The cheapest way down a grid, one row after the other. */
#include "tests/field/field.h"

#define MIN(a, b) ((a) <= (b) ? (a) : (b))
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 300, 200000), rows = 60;
    int *wall = field_ints((size_t)rows * n, 10);
    int *src = field_ints(n, 10), *dst = field_zeros(n, sizeof *dst);
    field_begin();
#pragma hedra
    for (int t = 0; t < rows; t++) {
        for (int x = 0; x < n; x++) {
            int least = src[x];
            if (x > 0)
                least = MIN(least, src[x - 1]);
            if (x < n - 1)
                least = MIN(least, src[x + 1]);
            dst[x] = wall[t * n + x] + least;
        }
        int *swap = src;
        src = dst;
        dst = swap;
    }
    field_end();
    field_sum("src", src, n * sizeof *src);
}
