/* symm: C = alpha A B + beta C, A symmetric and stored in its lower half. */
#include "tests/polybench/polybench.h"

void kernel_symm(int m, int n, DATA alpha, DATA beta, DATA C[m][n],
                 DATA A[m][m], DATA B[m][n])
{
    int i, j, k;
    DATA temp2;

#pragma scop
    for (i = 0; i < m; i++)
        for (j = 0; j < n; j++) {
            temp2 = 0;
            for (k = 0; k < i; k++) {
                C[k][j] += alpha * B[i][j] * A[i][k];
                temp2 += B[k][j] * A[i][k];
            }
            C[i][j] =
                beta * C[i][j] + alpha * B[i][j] * A[i][i] + alpha * temp2;
        }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_symm(n[0], n[1], VAL(1.5), VAL(1.2), a[0], a[1], a[2]);
}

static struct pb_cost cost(const double *n)
{
    double m = n[0];
    return (struct pb_cost){
        .operations = 2 * m * (m - 1) * n[1] + 6 * m * n[1],
        .bytes = sizeof(DATA) * (3 * m * n[1] + m * (m + 1) / 2),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "symm",
    .params = "mn",
    .size = {{20, 30}, {60, 80}, {200, 240}, {1000, 1200}, {2000, 2600}},
    .array = {{"C", "mn", PB_DATA, PB_RANDOM},
              {"A", "mm", PB_DATA, PB_RANDOM},
              {"B", "mn", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
