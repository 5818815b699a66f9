/* Keys looked up by halving a sorted list. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 200, 400000);
    int *sorted = malloc(n * sizeof *sorted), *key = field_ints(n, 3 * n);
    int *at = field_zeros(n, sizeof *at);
    for (int i = 0; i < n; i++)
        sorted[i] = 3 * i;
    field_begin();
#pragma hedra extent(sorted[n])
    for (int q = 0; q < n; q++) {
        int lo = 0, hi = n - 1;
        while (lo < hi) {
            int mid = (lo + hi) / 2;
            if (sorted[mid] < key[q])
                lo = mid + 1;
            else
                hi = mid;
        }
        at[q] = lo;
    }
    field_end();
    field_sum("at", at, n * sizeof *at);
}
