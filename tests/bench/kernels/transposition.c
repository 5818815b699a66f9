/* transposition: B = A'. */
#include "tests/polybench/polybench.h"

void kernel_transposition(int n, DATA A[n][n], DATA B[n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            B[j][i] = A[i][j];
}

static void call(const int *n, void *const *a)
{
    kernel_transposition(n[0], a[0], a[1]);
}

static struct pb_cost cost(const double *n)
{
    return (struct pb_cost){
        .operations = 0,
        .bytes = sizeof(DATA) * 2 * n[0] * n[0],
    };
}

const struct pb_kernel pb_kernel = {
    .name = "transposition",
    .params = "n",
    .size = {{40}, {120}, {400}, {2000}, {4000}},
    .array = {{"A", "nn", PB_DATA, PB_RANDOM}, {"B", "nn", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
