/* gemver: A += u1 v1' + u2 v2'; x = beta A' y + z; w = alpha A x. */
#include "tests/polybench/polybench.h"

void kernel_gemver(int n, DATA alpha, DATA beta, DATA A[n][n], DATA u1[n],
                   DATA v1[n], DATA u2[n], DATA v2[n], DATA w[n], DATA x[n],
                   DATA y[n], DATA z[n])
{
    int i, j;

#pragma scop
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            x[i] = x[i] + beta * A[j][i] * y[j];
    for (i = 0; i < n; i++)
        x[i] = x[i] + z[i];
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            w[i] = w[i] + alpha * A[i][j] * x[j];
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_gemver(n[0], VAL(1.5), VAL(1.2), a[0], a[1], a[2], a[3], a[4], a[5],
                  a[6], a[7], a[8]);
}

static struct pb_cost cost(const double *n)
{
    return (struct pb_cost){
        .operations = 10 * n[0] * n[0] + n[0],
        .bytes = sizeof(DATA) * (2 * n[0] * n[0] + 10 * n[0]),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "gemver",
    .params = "n",
    .size = {{40}, {120}, {400}, {2000}, {4000}},
    .array = {{"A", "nn", PB_DATA, PB_RANDOM},
              {"u1", "n", PB_DATA, PB_RANDOM},
              {"v1", "n", PB_DATA, PB_RANDOM},
              {"u2", "n", PB_DATA, PB_RANDOM},
              {"v2", "n", PB_DATA, PB_RANDOM},
              {"w", "n", PB_DATA, PB_RANDOM},
              {"x", "n", PB_DATA, PB_RANDOM},
              {"y", "n", PB_DATA, PB_RANDOM},
              {"z", "n", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
