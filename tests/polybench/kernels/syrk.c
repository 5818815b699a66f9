/* syrk: C = alpha A A' + beta C on the lower half of C. */
#include "tests/polybench/polybench.h"

void kernel_syrk(int n, int m, DATA alpha, DATA beta, DATA C[n][n],
                 DATA A[n][m])
{
#pragma hedra
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                C[i][j] += alpha * A[i][k] * A[j][k];
    }
}

static void call(const int *n, void *const *a)
{
    kernel_syrk(n[1], n[0], VAL(1.5), VAL(1.2), a[0], a[1]);
}

static struct pb_cost cost(const double *n)
{
    double m = n[0], half = n[1] * (n[1] + 1) / 2;
    return (struct pb_cost){
        .operations = 2 * half * m + half + n[1] * m,
        .bytes = sizeof(DATA) * (2 * half + n[1] * m),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "syrk",
    .params = "mn",
    .size = {{20, 30}, {60, 80}, {200, 240}, {1000, 1200}, {2000, 2600}},
    .array = {{"C", "nn", PB_DATA, PB_RANDOM}, {"A", "nm", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
