/* jacobi-1d: three-point smoothing, A and B in turn. */
#include "tests/polybench/polybench.h"

void kernel_jacobi_1d(int tsteps, int n, DATA A[n], DATA B[n])
{
    int t, i;

#pragma scop
    for (t = 0; t < tsteps; t++) {
        for (i = 1; i < n - 1; i++)
            B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
        for (i = 1; i < n - 1; i++)
            A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
    }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_jacobi_1d(n[0], n[1], a[0], a[1]);
}

static struct pb_cost cost(const double *n)
{
    double inner = n[1] - 2;
    return (struct pb_cost){
        .operations = n[0] * 6 * inner,
        .bytes = sizeof(DATA) * n[0] * 4 * inner,
    };
}

const struct pb_kernel pb_kernel = {
    .name = "jacobi-1d",
    .params = "tn",
    .size = {{20, 30}, {40, 120}, {100, 400}, {500, 2000}, {1000, 4000}},
    .array = {{"A", "n", PB_DATA, PB_UNIT}, {"B", "n", PB_DATA, PB_UNIT}},
    .call = call,
    .cost = cost,
};
