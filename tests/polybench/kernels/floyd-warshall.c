/* floyd-warshall: the shortest paths between all pairs of nodes. */
#define PB_INT
#include "tests/polybench/polybench.h"

void kernel_floyd_warshall(int n, DATA path[n][n])
{
#pragma hedra
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                path[i][j] = path[i][j] < path[i][k] + path[k][j]
                                 ? path[i][j]
                                 : path[i][k] + path[k][j];
}

static void call(const int *n, void *const *a)
{
    kernel_floyd_warshall(n[0], a[0]);
}

static struct pb_cost cost(const double *n)
{
    return (struct pb_cost){
        .operations = 2 * n[0] * n[0] * n[0],
        .bytes = sizeof(DATA) * 2 * n[0] * n[0],
    };
}

const struct pb_kernel pb_kernel = {
    .name = "floyd-warshall",
    .params = "n",
    .size = {{60}, {180}, {500}, {2800}, {5600}},
    .array = {{"path", "nn", PB_DATA, PB_DISTANCE}},
    .call = call,
    .cost = cost,
};
