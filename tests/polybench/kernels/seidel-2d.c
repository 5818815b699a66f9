/* seidel-2d: nine-point smoothing in place: each point sees its new
 * predecessors and its old successors. */
#include "tests/polybench/polybench.h"

void kernel_seidel_2d(int tsteps, int n, DATA A[n][n])
{
    int t, i, j;

#pragma scop
    for (t = 0; t <= tsteps - 1; t++)
        for (i = 1; i <= n - 2; i++)
            for (j = 1; j <= n - 2; j++)
                A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i - 1][j + 1] +
                           A[i][j - 1] + A[i][j] + A[i][j + 1] +
                           A[i + 1][j - 1] + A[i + 1][j] + A[i + 1][j + 1]) /
                          VAL(9.0);
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_seidel_2d(n[0], n[1], a[0]);
}

static struct pb_cost cost(const double *n)
{
    double inner = (n[1] - 2) * (n[1] - 2);
    return (struct pb_cost){
        .operations = n[0] * 9 * inner,
        .bytes = sizeof(DATA) * n[0] * 2 * inner,
    };
}

const struct pb_kernel pb_kernel = {
    .name = "seidel-2d",
    .params = "tn",
    .size = {{20, 40}, {40, 120}, {100, 400}, {500, 2000}, {1000, 4000}},
    .array = {{"A", "nn", PB_DATA, PB_UNIT}},
    .call = call,
    .cost = cost,
};
