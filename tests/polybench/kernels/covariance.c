/* covariance: the covariance matrix of m variables in n observations. */
#include "tests/polybench/polybench.h"

void kernel_covariance(int m, int n, DATA float_n, DATA data[n][m],
                       DATA cov[m][m], DATA mean[m])
{
#pragma hedra
    {
        for (int j = 0; j < m; j++) {
            mean[j] = VAL(0.0);
            for (int i = 0; i < n; i++)
                mean[j] += data[i][j];
            mean[j] /= float_n;
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                data[i][j] -= mean[j];
        for (int i = 0; i < m; i++)
            for (int j = i; j < m; j++) {
                cov[i][j] = VAL(0.0);
                for (int k = 0; k < n; k++)
                    cov[i][j] += data[k][i] * data[k][j];
                cov[i][j] /= (float_n - VAL(1.0));
                cov[j][i] = cov[i][j];
            }
    }
}

static void call(const int *n, void *const *a)
{
    kernel_covariance(n[0], n[1], (DATA)n[1], a[0], a[1], a[2]);
}

static struct pb_cost cost(const double *n)
{
    double m = n[0], half = m * (m + 1) / 2;
    return (struct pb_cost){
        .operations = 2 * half * n[1] + half + 2 * m * n[1] + m,
        .bytes = sizeof(DATA) * (2 * m * n[1] + m * m + m),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "covariance",
    .params = "mn",
    .size = {{28, 32}, {80, 100}, {240, 260}, {1200, 1400}, {2600, 3000}},
    .array = {{"data", "nm", PB_DATA, PB_RANDOM},
              {"cov", "mm", PB_DATA, PB_RANDOM},
              {"mean", "m", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
