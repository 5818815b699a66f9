/* Distances over a list of edges until none shrinks. */
#include "tests/field/field.h"

typedef struct {
    int u, v, w;
} Edge;
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 100, 100000);
    int m = 4 * n, changed = 1;
    Edge *e = malloc(m * sizeof *e);
    int *d = field_zeros(n, sizeof *d);
    for (int i = 0; i < m; i++) {
        e[i].u = field_random() * n;
        e[i].v = field_random() * n;
        e[i].w = 1 + field_random() * 9;
    }
    for (int i = 1; i < n; i++)
        d[i] = 1 << 29;
    field_begin();
    while (changed) {
        changed = 0;
#pragma hedra extent(d[n])
        for (int i = 0; i < m; i++)
            if (d[e[i].u] + e[i].w < d[e[i].v]) {
                d[e[i].v] = d[e[i].u] + e[i].w;
                changed = 1;
            }
    }
    field_end();
    field_sum("d", d, n * sizeof *d);
}
