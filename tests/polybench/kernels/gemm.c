/* gemm: C = alpha A B + beta C. */
#include "tests/polybench/polybench.h"

void kernel_gemm(int ni, int nj, int nk, DATA alpha, DATA beta, DATA C[ni][nj],
                 DATA A[ni][nk], DATA B[nk][nj])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < ni; i++) {
        for (j = 0; j < nj; j++)
            C[i][j] *= beta;
        for (k = 0; k < nk; k++)
            for (j = 0; j < nj; j++)
                C[i][j] += alpha * A[i][k] * B[k][j];
    }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_gemm(n[0], n[1], n[2], VAL(1.5), VAL(1.2), a[0], a[1], a[2]);
}

static struct pb_cost cost(const double *n)
{
    double i = n[0], j = n[1], k = n[2];
    return (struct pb_cost){
        .operations = 2 * i * j * k + i * j + i * k,
        .bytes = sizeof(DATA) * (2 * i * j + i * k + k * j),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "gemm",
    .params = "ijk",
    .size = {{20, 25, 30},
             {60, 70, 80},
             {200, 220, 240},
             {1000, 1100, 1200},
             {2000, 2300, 2600}},
    .array = {{"C", "ij", PB_DATA, PB_RANDOM},
              {"A", "ik", PB_DATA, PB_RANDOM},
              {"B", "kj", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
