/* cholesky: A = L L', L over the lower half of A. */
#include "tests/polybench/polybench.h"

void kernel_cholesky(int n, DATA A[n][n])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++) {
            for (k = 0; k < j; k++)
                A[i][j] -= A[i][k] * A[j][k];
            A[i][j] /= A[j][j];
        }
        for (k = 0; k < i; k++)
            A[i][i] -= A[i][k] * A[i][k];
        A[i][i] = SQRT(A[i][i]);
    }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_cholesky(n[0], a[0]);
}

static struct pb_cost cost(const double *n)
{
    double half = n[0] * (n[0] + 1) / 2;
    return (struct pb_cost){
        .operations = n[0] * (n[0] - 1) * (n[0] + 1) / 3 + half,
        .bytes = sizeof(DATA) * 2 * half,
    };
}

const struct pb_kernel pb_kernel = {
    .name = "cholesky",
    .params = "n",
    .size = {{40}, {120}, {400}, {2000}, {4000}},
    .array = {{"A", "nn", PB_DATA, PB_SPD}},
    .call = call,
    .cost = cost,
};
