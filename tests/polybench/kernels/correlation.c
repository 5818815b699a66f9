/* correlation: the correlation matrix of m variables in n observations. */
#include "tests/polybench/polybench.h"

void kernel_correlation(int m, int n, DATA float_n, DATA data[n][m],
                        DATA corr[m][m], DATA mean[m], DATA stddev[m])
{
    int i, j, k;
    DATA eps = VAL(0.1);

#pragma scop
    for (j = 0; j < m; j++) {
        mean[j] = VAL(0.0);
        for (i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= float_n;
    }
    for (j = 0; j < m; j++) {
        stddev[j] = VAL(0.0);
        for (i = 0; i < n; i++)
            stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
        stddev[j] /= float_n;
        stddev[j] = SQRT(stddev[j]);
        stddev[j] = stddev[j] <= eps ? VAL(1.0) : stddev[j];
    }
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            data[i][j] -= mean[j];
            data[i][j] /= SQRT(float_n) * stddev[j];
        }
    for (i = 0; i < m - 1; i++) {
        corr[i][i] = VAL(1.0);
        for (j = i + 1; j < m; j++) {
            corr[i][j] = VAL(0.0);
            for (k = 0; k < n; k++)
                corr[i][j] += (data[k][i] * data[k][j]);
            corr[j][i] = corr[i][j];
        }
    }
    corr[m - 1][m - 1] = VAL(1.0);
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_correlation(n[0], n[1], (DATA)n[1], a[0], a[1], a[2], a[3]);
}

static struct pb_cost cost(const double *n)
{
    double m = n[0];
    return (struct pb_cost){
        .operations = m * (m - 1) * n[1] + 7 * m * n[1] + 4 * m,
        .bytes = sizeof(DATA) * (2 * m * n[1] + m * m + 2 * m),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "correlation",
    .params = "mn",
    .size = {{28, 32}, {80, 100}, {240, 260}, {1200, 1400}, {2600, 3000}},
    .array = {{"data", "nm", PB_DATA, PB_RANDOM},
              {"corr", "mm", PB_DATA, PB_RANDOM},
              {"mean", "m", PB_DATA, PB_RANDOM},
              {"stddev", "m", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
