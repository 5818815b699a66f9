/* gesummv: y = alpha A x + beta B x. */
#include "tests/polybench/polybench.h"

void kernel_gesummv(int n, DATA alpha, DATA beta, DATA A[n][n], DATA B[n][n],
                    DATA tmp[n], DATA x[n], DATA y[n])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        tmp[i] = VAL(0.0);
        y[i] = VAL(0.0);
        for (int j = 0; j < n; j++) {
            tmp[i] = A[i][j] * x[j] + tmp[i];
            y[i] = B[i][j] * x[j] + y[i];
        }
        y[i] = alpha * tmp[i] + beta * y[i];
    }
}

static void call(const int *n, void *const *a)
{
    kernel_gesummv(n[0], VAL(1.5), VAL(1.2), a[0], a[1], a[2], a[3], a[4]);
}

static struct pb_cost cost(const double *n)
{
    return (struct pb_cost){
        .operations = 4 * n[0] * n[0] + 3 * n[0],
        .bytes = sizeof(DATA) * (2 * n[0] * n[0] + 3 * n[0]),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "gesummv",
    .params = "n",
    .size = {{30}, {90}, {250}, {1300}, {2800}},
    .array = {{"A", "nn", PB_DATA, PB_RANDOM},
              {"B", "nn", PB_DATA, PB_RANDOM},
              {"tmp", "n", PB_DATA, PB_RANDOM},
              {"x", "n", PB_DATA, PB_RANDOM},
              {"y", "n", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
