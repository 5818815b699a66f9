/* A coder of sparse blocks: runs of zeros, and the levels between them, from
 * the last to the first, in bits of a code for each. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 200, 200000);
    int *block = malloc(sizeof(int[16]) * n), *length = field_ints(n, 2);
    unsigned (*bits)[8] = field_zeros(n, sizeof *bits);
    for (int i = 0; i < 16 * n; i++)
        block[i] = field_random() < .3f ? (int)(field_random() * 40) - 20 : 0;
    field_begin();
#pragma hedra independent(i)
    for (int i = 0; i < n; i++) {
        int level[16], at = 0, run = 16;
        for (int k = 0; k < 16; k++)
            level[k] = block[16 * i + k] / 2;
        for (int k = 15; k >= 0 && at < 250; k--)
            if (level[k] != 0) {
                unsigned size = level[k] < 0 ? -level[k] : level[k];
                unsigned code = size << 5 | (run - k) << 1 | (level[k] < 0);
                bits[i][at / 32] |= code << at % 32;
                at += size < 4 ? 8 : 11;
                run = k;
            }
        length[i] = at;
    }
    field_end();
    field_sum("bits", bits, n * sizeof *bits);
    field_sum("length", length, n * sizeof *length);
}
