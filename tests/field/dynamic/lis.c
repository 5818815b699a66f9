/* The longest rising subsequence, each end by all before. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 6000);
    int *a = field_ints(n, 10000), *len = field_zeros(n, sizeof *len);
    field_begin();
#pragma hedra
    for (int i = 0; i < n; i++) {
        len[i] = 1;
        for (int j = 0; j < i; j++)
            if (a[j] < a[i] && len[j] + 1 > len[i])
                len[i] = len[j] + 1;
    }
    field_end();
    field_sum("len", len, n * sizeof *len);
}
