/* trmm: B = alpha A' B, A unit lower triangular. */
#include "tests/polybench/polybench.h"

void kernel_trmm(int m, int n, DATA alpha, DATA A[m][m], DATA B[m][n])
{
#pragma hedra
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            for (int k = i + 1; k < m; k++)
                B[i][j] += A[k][i] * B[k][j];
            B[i][j] = alpha * B[i][j];
        }
}

static void call(const int *n, void *const *a)
{
    kernel_trmm(n[0], n[1], VAL(1.5), a[0], a[1]);
}

static struct pb_cost cost(const double *n)
{
    double m = n[0];
    return (struct pb_cost){
        .operations = m * (m - 1) * n[1] + m * n[1],
        .bytes = sizeof(DATA) * (m * (m - 1) / 2 + 2 * m * n[1]),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "trmm",
    .params = "mn",
    .size = {{20, 30}, {60, 80}, {200, 240}, {1000, 1200}, {2000, 2600}},
    .array = {{"A", "mm", PB_DATA, PB_RANDOM}, {"B", "mn", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
