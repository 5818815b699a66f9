/* mvt: x1 += A y1 and x2 += A' y2. */
#include "tests/polybench/polybench.h"

void kernel_mvt(int n, DATA x1[n], DATA x2[n], DATA y_1[n], DATA y_2[n],
                DATA A[n][n])
{
#pragma hedra
    {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                x1[i] = x1[i] + A[i][j] * y_1[j];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                x2[i] = x2[i] + A[j][i] * y_2[j];
    }
}

static void call(const int *n, void *const *a)
{
    kernel_mvt(n[0], a[0], a[1], a[2], a[3], a[4]);
}

static struct pb_cost cost(const double *n)
{
    return (struct pb_cost){
        .operations = 4 * n[0] * n[0],
        .bytes = sizeof(DATA) * (n[0] * n[0] + 6 * n[0]),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "mvt",
    .params = "n",
    .size = {{40}, {120}, {400}, {2000}, {4000}},
    .array = {{"x1", "n", PB_DATA, PB_RANDOM},
              {"x2", "n", PB_DATA, PB_RANDOM},
              {"y_1", "n", PB_DATA, PB_RANDOM},
              {"y_2", "n", PB_DATA, PB_RANDOM},
              {"A", "nn", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
