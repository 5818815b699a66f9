/* Breadth-first search with masks, until no vertex is new. */
#include "tests/field/field.h"

typedef struct {
    int starting, no_of_edges;
} Node;
int main(int argc, char **argv)
{
    int n = field_size(argc, argv, 200, 200000);
    int per = 4, stop, k = 0;
    Node *node = malloc(n * sizeof *node);
    int *edge = field_ints(n * per, n), *cost = field_zeros(n, sizeof *cost);
    for (int i = 0; i < n; i++) {
        node[i].starting = i * per;
        node[i].no_of_edges = per;
        cost[i] = -1;
    }
    cost[0] = 0;
    field_begin();
    do {
        stop = 0;
#pragma hedra extent(edge[n * per], cost[n])
        for (int t = 0; t < n; t++)
            if (cost[t] == -1)
                for (int i = node[t].starting;
                     i < node[t].starting + node[t].no_of_edges; i++)
                    if (cost[edge[i]] == k) {
                        cost[t] = k + 1;
                        stop = 1;
                        break;
                    }
        k++;
    } while (stop);
    field_end();
    field_sum("cost", cost, n * sizeof *cost);
}
