/* ludcmp: A x = b by LU decomposition and two triangular solves. */
#include "tests/polybench/polybench.h"

void kernel_ludcmp(int n, DATA A[n][n], DATA b[n], DATA x[n], DATA y[n])
{
    int i, j, k;
    DATA w;

#pragma scop
    for (i = 0; i < n; i++) {
        for (j = 0; j < i; j++) {
            w = A[i][j];
            for (k = 0; k < j; k++)
                w -= A[i][k] * A[k][j];
            A[i][j] = w / A[j][j];
        }
        for (j = i; j < n; j++) {
            w = A[i][j];
            for (k = 0; k < i; k++)
                w -= A[i][k] * A[k][j];
            A[i][j] = w;
        }
    }
    for (i = 0; i < n; i++) {
        w = b[i];
        for (j = 0; j < i; j++)
            w -= A[i][j] * y[j];
        y[i] = w;
    }
    for (i = n - 1; i >= 0; i--) {
        w = y[i];
        for (j = i + 1; j < n; j++)
            w -= A[i][j] * x[j];
        x[i] = w / A[i][i];
    }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_ludcmp(n[0], a[0], a[1], a[2], a[3]);
}

static struct pb_cost cost(const double *n)
{
    return (struct pb_cost){
        .operations = n[0] * (n[0] - 1) * (2 * n[0] - 1) / 3 +
                      n[0] * (n[0] - 1) / 2 + 2 * n[0] * (n[0] - 1) + n[0],
        .bytes = sizeof(DATA) * (2 * n[0] * n[0] + 3 * n[0]),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "ludcmp",
    .params = "n",
    .size = {{40}, {120}, {400}, {2000}, {4000}},
    .array = {{"A", "nn", PB_DATA, PB_DOMINANT},
              {"b", "n", PB_DATA, PB_RANDOM},
              {"x", "n", PB_DATA, PB_RANDOM},
              {"y", "n", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
