/* The degrees of vertices from a list of edges. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 500, 4000000);
    int v = n / 4, *from = field_ints(n, v), *to = field_ints(n, v);
    int *degree = field_zeros(v, sizeof *degree);
    field_begin();
#pragma hedra extent(degree[v])
    for (int e = 0; e < n; e++) {
        degree[from[e]]++;
        degree[to[e]]++;
    }
    field_end();
    field_sum("degree", degree, v * sizeof *degree);
}
