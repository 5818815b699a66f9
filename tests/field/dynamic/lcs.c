/* The longest common subsequence with two rows that take turns. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 60, 3000);
    int *a = field_ints(n, 4), *b = field_ints(n, 4);
    int *prev = field_zeros(n + 1, sizeof *prev);
    int *cur = field_zeros(n + 1, sizeof *cur);
    field_begin();
#pragma hedra
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= n; j++) {
            if (a[i - 1] == b[j - 1])
                cur[j] = prev[j - 1] + 1;
            else
                cur[j] = prev[j] > cur[j - 1] ? prev[j] : cur[j - 1];
        }
        int *swap = prev;
        prev = cur;
        cur = swap;
    }
    field_end();
    field_sum("prev", prev, (n + 1) * sizeof *prev);
}
