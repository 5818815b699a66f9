/* All shortest ways by Floyd and Warshall. */
#include "tests/field/field.h"

int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 40, 400);
    int *d = field_ints(n * n, 1000);
    field_begin();
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (d[i * n + k] + d[k * n + j] < d[i * n + j])
                    d[i * n + j] = d[i * n + k] + d[k * n + j];
    field_end();
    field_sum("d", d, n * n * sizeof *d);
}
