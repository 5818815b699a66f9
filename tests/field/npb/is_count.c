/* Counts of keys, as a sort by buckets begins. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 1000, 16000000), m = 1024;
    int *key = field_ints(n, m), *count = field_zeros(m, sizeof *count);
    field_begin();
#pragma hedra extent(count[m])
    for (int i = 0; i < n; i++)
        count[key[i]]++;
    field_end();
    field_sum("count", count, m * sizeof *count);
}
