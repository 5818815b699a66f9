/* durbin: the Yule-Walker equations of a Toeplitz matrix, by Durbin's
 * recursion. */
#include "tests/polybench/polybench.h"

void kernel_durbin(int n, DATA r[n], DATA y[n])
{
    DATA z[n];
    DATA alpha;
    DATA beta;
    DATA sum;
    int i, k;

#pragma scop
    y[0] = -r[0];
    beta = VAL(1.0);
    alpha = -r[0];
    for (k = 1; k < n; k++) {
        beta = (1 - alpha * alpha) * beta;
        sum = VAL(0.0);
        for (i = 0; i < k; i++)
            sum += r[k - i - 1] * y[i];
        alpha = -(r[k] + sum) / beta;
        for (i = 0; i < k; i++)
            z[i] = y[i] + alpha * y[k - i - 1];
        for (i = 0; i < k; i++)
            y[i] = z[i];
        y[k] = alpha;
    }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_durbin(n[0], a[0], a[1]);
}

static struct pb_cost cost(const double *n)
{
    return (struct pb_cost){
        .operations = 2 * n[0] * (n[0] - 1) + 6 * (n[0] - 1),
        .bytes = sizeof(DATA) * 2 * n[0],
    };
}

const struct pb_kernel pb_kernel = {
    .name = "durbin",
    .params = "n",
    .size = {{40}, {120}, {400}, {2000}, {4000}},
    .array = {{"r", "n", PB_DATA, PB_SMALL_SUM},
              {"y", "n", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
