/* atax: y = A' (A x). */
#include "tests/polybench/polybench.h"

void kernel_atax(int m, int n, DATA A[m][n], DATA x[n], DATA y[n], DATA tmp[m])
{
    int i, j;

#pragma scop
    for (i = 0; i < n; i++)
        y[i] = 0;
    for (i = 0; i < m; i++) {
        tmp[i] = VAL(0.0);
        for (j = 0; j < n; j++)
            tmp[i] = tmp[i] + A[i][j] * x[j];
        for (j = 0; j < n; j++)
            y[j] = y[j] + A[i][j] * tmp[i];
    }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_atax(n[0], n[1], a[0], a[1], a[2], a[3]);
}

static struct pb_cost cost(const double *n)
{
    double m = n[0];
    return (struct pb_cost){
        .operations = 4 * m * n[1],
        .bytes = sizeof(DATA) * (m * n[1] + 2 * n[1] + m),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "atax",
    .params = "mn",
    .size = {{38, 42}, {116, 124}, {390, 410}, {1900, 2100}, {1800, 2200}},
    .array = {{"A", "mn", PB_DATA, PB_RANDOM},
              {"x", "n", PB_DATA, PB_RANDOM},
              {"y", "n", PB_DATA, PB_RANDOM},
              {"tmp", "m", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
