/* jacobi-2d: five-point smoothing, A and B in turn. */
#include "tests/polybench/polybench.h"

void kernel_jacobi_2d(int tsteps, int n, DATA A[n][n], DATA B[n][n])
{
#pragma hedra
    for (int t = 0; t < tsteps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                B[i][j] = VAL(0.2) * (A[i][j] + A[i][j - 1] + A[i][1 + j] +
                                      A[1 + i][j] + A[i - 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                A[i][j] = VAL(0.2) * (B[i][j] + B[i][j - 1] + B[i][1 + j] +
                                      B[1 + i][j] + B[i - 1][j]);
    }
}

static void call(const int *n, void *const *a)
{
    kernel_jacobi_2d(n[0], n[1], a[0], a[1]);
}

static struct pb_cost cost(const double *n)
{
    double inner = (n[1] - 2) * (n[1] - 2);
    return (struct pb_cost){
        .operations = n[0] * 10 * inner,
        .bytes = sizeof(DATA) * n[0] * 4 * inner,
    };
}

const struct pb_kernel pb_kernel = {
    .name = "jacobi-2d",
    .params = "tn",
    .size = {{20, 30}, {40, 90}, {100, 250}, {500, 1300}, {1000, 2800}},
    .array = {{"A", "nn", PB_DATA, PB_UNIT}, {"B", "nn", PB_DATA, PB_UNIT}},
    .call = call,
    .cost = cost,
};
