/* syr2k: C = alpha (A B' + B A') + beta C on the lower half of C. */
#include "tests/polybench/polybench.h"

void kernel_syr2k(int n, int m, DATA alpha, DATA beta, DATA C[n][n],
                  DATA A[n][m], DATA B[n][m])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < n; i++) {
        for (j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (k = 0; k < m; k++)
            for (j = 0; j <= i; j++)
                C[i][j] +=
                    A[j][k] * alpha * B[i][k] + B[j][k] * alpha * A[i][k];
    }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_syr2k(n[1], n[0], VAL(1.5), VAL(1.2), a[0], a[1], a[2]);
}

static struct pb_cost cost(const double *n)
{
    double m = n[0], half = n[1] * (n[1] + 1) / 2;
    return (struct pb_cost){
        .operations = 6 * half * m + half,
        .bytes = sizeof(DATA) * (2 * half + 2 * n[1] * m),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "syr2k",
    .params = "mn",
    .size = {{20, 30}, {60, 80}, {200, 240}, {1000, 1200}, {2000, 2600}},
    .array = {{"C", "nn", PB_DATA, PB_RANDOM},
              {"A", "nm", PB_DATA, PB_RANDOM},
              {"B", "nm", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
