/* lu: A = L U in place, without pivots. */
#include "tests/polybench/polybench.h"

void kernel_lu(int n, DATA A[n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                A[i][j] -= A[i][k] * A[k][j];
            A[i][j] /= A[j][j];
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                A[i][j] -= A[i][k] * A[k][j];
    }
}

static void call(const int *n, void *const *a)
{
    kernel_lu(n[0], a[0]);
}

static struct pb_cost cost(const double *n)
{
    return (struct pb_cost){
        .operations =
            n[0] * (n[0] - 1) * (2 * n[0] - 1) / 3 + n[0] * (n[0] - 1) / 2,
        .bytes = sizeof(DATA) * 2 * n[0] * n[0],
    };
}

const struct pb_kernel pb_kernel = {
    .name = "lu",
    .params = "n",
    .size = {{40}, {120}, {400}, {2000}, {4000}},
    .array = {{"A", "nn", PB_DATA, PB_DOMINANT}},
    .call = call,
    .cost = cost,
};
