/* bicg: the two products of a step of BiCG, s = A' r and q = A p. */
#include "tests/polybench/polybench.h"

void kernel_bicg(int m, int n, DATA A[n][m], DATA s[m], DATA q[n], DATA p[m],
                 DATA r[n])
{
#pragma hedra
    {
        for (int i = 0; i < m; i++)
            s[i] = 0;
        for (int i = 0; i < n; i++) {
            q[i] = VAL(0.0);
            for (int j = 0; j < m; j++) {
                s[j] = s[j] + r[i] * A[i][j];
                q[i] = q[i] + A[i][j] * p[j];
            }
        }
    }
}

static void call(const int *n, void *const *a)
{
    kernel_bicg(n[0], n[1], a[0], a[1], a[2], a[3], a[4]);
}

static struct pb_cost cost(const double *n)
{
    double m = n[0];
    return (struct pb_cost){
        .operations = 4 * m * n[1],
        .bytes = sizeof(DATA) * (m * n[1] + 2 * m + 2 * n[1]),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "bicg",
    .params = "mn",
    .size = {{38, 42}, {116, 124}, {390, 410}, {1900, 2100}, {1800, 2200}},
    .array = {{"A", "nm", PB_DATA, PB_RANDOM},
              {"s", "m", PB_DATA, PB_RANDOM},
              {"q", "n", PB_DATA, PB_RANDOM},
              {"p", "m", PB_DATA, PB_RANDOM},
              {"r", "n", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
