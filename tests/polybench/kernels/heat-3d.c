/* heat-3d: the heat equation on a cube, explicit, A and B in turn. */
#include "tests/polybench/polybench.h"

#define SECOND(X, before, here, after)                                         \
    VAL(0.125) * (X after - VAL(2.0) * X here + X before)

void kernel_heat_3d(int tsteps, int n, DATA A[n][n][n], DATA B[n][n][n])
{
#pragma hedra
    for (int t = 1; t <= tsteps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    B[i][j][k] =
                        SECOND(A, [i - 1][j][k], [i][j][k], [i + 1][j][k]) +
                        SECOND(A, [i][j - 1][k], [i][j][k], [i][j + 1][k]) +
                        SECOND(A, [i][j][k - 1], [i][j][k], [i][j][k + 1]) +
                        A[i][j][k];
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    A[i][j][k] =
                        SECOND(B, [i - 1][j][k], [i][j][k], [i + 1][j][k]) +
                        SECOND(B, [i][j - 1][k], [i][j][k], [i][j + 1][k]) +
                        SECOND(B, [i][j][k - 1], [i][j][k], [i][j][k + 1]) +
                        B[i][j][k];
    }
}

static void call(const int *n, void *const *a)
{
    kernel_heat_3d(n[0], n[1], a[0], a[1]);
}

static struct pb_cost cost(const double *n)
{
    double inner = pow(n[1] - 2, 3);
    return (struct pb_cost){
        .operations = n[0] * 2 * 13 * inner,
        .bytes = sizeof(DATA) * n[0] * 4 * inner,
    };
}

const struct pb_kernel pb_kernel = {
    .name = "heat-3d",
    .params = "tn",
    .size = {{20, 10}, {40, 20}, {100, 40}, {500, 120}, {1000, 200}},
    .array = {{"A", "nnn", PB_DATA, PB_UNIT}, {"B", "nnn", PB_DATA, PB_UNIT}},
    .call = call,
    .cost = cost,
};
