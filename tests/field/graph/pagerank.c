/* Ranks pulled over incoming edges, twice. */
#include "tests/field/field.h"

typedef struct {
    int n, *row, *col;
} Graph;
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 200, 200000);
    int per = 8;
    Graph g = {n, malloc((n + 1) * sizeof(int)), field_ints(n * per, n)};
    float *rank = field_floats(n), *next = field_zeros(n, sizeof *next);
    for (int i = 0; i <= n; i++)
        g.row[i] = i * per;
    field_begin();
    for (int t = 0; t < 2; t++) {
#pragma hedra
        for (int v = 0; v < g.n; v++) {
            float s = 0;
            for (int e = g.row[v]; e < g.row[v + 1]; e++)
                s += rank[g.col[e]];
            next[v] = 0.15f + 0.85f * s / 8;
        }
        float *swap = rank;
        rank = next;
        next = swap;
    }
    field_end();
    field_sum("rank", rank, n * sizeof *rank);
}
