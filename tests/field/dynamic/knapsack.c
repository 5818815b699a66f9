/* The best value for each weight, two rows by parity. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 20, 900), W = n * 100;
    int *w = field_ints(n, 50), *v = field_ints(n, 100);
    int *f = field_zeros(2 * (W + 1), sizeof *f);
    field_begin();
#pragma hedra extent(f[2 * (W + 1)])
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= W; j++) {
            int best = f[(i % 2) * (W + 1) + j];
            if (j >= w[i]) {
                int with = f[(i % 2) * (W + 1) + j - w[i]] + v[i];
                if (with > best)
                    best = with;
            }
            f[((i + 1) % 2) * (W + 1) + j] = best;
        }
    field_end();
    field_sum("f", f, 2 * (W + 1) * sizeof *f);
}
