/* The edit distance of two words, a whole table. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 60, 2500), w = n + 1;
    int *a = field_ints(n, 4), *b = field_ints(n, 4);
    int(*d)[w] = field_zeros(w, sizeof *d);
    field_begin();
#pragma hedra
    {
        for (int i = 0; i <= n; i++)
            d[i][0] = i;
        for (int j = 0; j <= n; j++)
            d[0][j] = j;
        for (int i = 1; i <= n; i++)
            for (int j = 1; j <= n; j++) {
                int del = d[i - 1][j] + 1, ins = d[i][j - 1] + 1;
                int sub = d[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
                int m = del < ins ? del : ins;
                d[i][j] = m < sub ? m : sub;
            }
    }
    field_end();
    field_sum("d", d, w * sizeof *d);
}
