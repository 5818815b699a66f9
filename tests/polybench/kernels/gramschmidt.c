/* gramschmidt: A = Q R by modified Gram-Schmidt. The data sets have more
 * columns than rows: the columns of Q past the rank are rounding noise. */
#include "tests/polybench/polybench.h"

void kernel_gramschmidt(int m, int n, DATA A[m][n], DATA R[n][n], DATA Q[m][n])
{
    int i, j, k;
    DATA nrm;

#pragma scop
    for (k = 0; k < n; k++) {
        nrm = VAL(0.0);
        for (i = 0; i < m; i++)
            nrm += A[i][k] * A[i][k];
        R[k][k] = SQRT(nrm);
        for (i = 0; i < m; i++)
            Q[i][k] = A[i][k] / R[k][k];
        for (j = k + 1; j < n; j++) {
            R[k][j] = VAL(0.0);
            for (i = 0; i < m; i++)
                R[k][j] += Q[i][k] * A[i][j];
            for (i = 0; i < m; i++)
                A[i][j] = A[i][j] - Q[i][k] * R[k][j];
        }
    }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_gramschmidt(n[0], n[1], a[0], a[1], a[2]);
}

static struct pb_cost cost(const double *n)
{
    double m = n[0], half = n[1] * (n[1] + 1) / 2;
    return (struct pb_cost){
        .operations = 2 * m * n[1] * (n[1] - 1) + 3 * m * n[1] + n[1],
        .bytes = sizeof(DATA) * (3 * m * n[1] + half),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "gramschmidt",
    .params = "mn",
    .size = {{20, 30}, {60, 80}, {200, 240}, {1000, 1200}, {2000, 2600}},
    .array = {{"A", "mn", PB_DATA, PB_RANDOM},
              {"R", "nn", PB_DATA, PB_RANDOM},
              {"Q", "mn", PB_DATA, PB_RANDOM, PB_NOISE}},
    .call = call,
    .cost = cost,
};
