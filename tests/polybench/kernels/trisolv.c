/* trisolv: L x = b, L lower triangular. */
#include "tests/polybench/polybench.h"

void kernel_trisolv(int n, DATA L[n][n], DATA x[n], DATA b[n])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= L[i][j] * x[j];
        x[i] = x[i] / L[i][i];
    }
}

static void call(const int *n, void *const *a)
{
    kernel_trisolv(n[0], a[0], a[1], a[2]);
}

static struct pb_cost cost(const double *n)
{
    return (struct pb_cost){
        .operations = n[0] * n[0],
        .bytes = sizeof(DATA) * (n[0] * (n[0] + 1) / 2 + 2 * n[0]),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "trisolv",
    .params = "n",
    .size = {{40}, {120}, {400}, {2000}, {4000}},
    .array = {{"L", "nn", PB_DATA, PB_DOMINANT},
              {"x", "n", PB_DATA, PB_RANDOM},
              {"b", "n", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
