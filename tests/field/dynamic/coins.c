/* Ways to pay each sum by coins. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 300, 2000000);
    int coin[6] = {1, 2, 5, 10, 20, 50};
    unsigned *ways = field_zeros(n + 1, sizeof *ways);
    ways[0] = 1;
    field_begin();
#pragma hedra
    for (int c = 0; c < 6; c++)
        for (int s = coin[c]; s <= n; s++)
            ways[s] += ways[s - coin[c]];
    field_end();
    field_sum("ways", ways, (n + 1) * sizeof *ways);
}
