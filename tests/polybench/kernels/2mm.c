/* 2mm: D = alpha A B C + beta D, by way of tmp = alpha A B. */
#include "tests/polybench/polybench.h"

void kernel_2mm(int ni, int nj, int nk, int nl, DATA alpha, DATA beta,
                DATA tmp[ni][nj], DATA A[ni][nk], DATA B[nk][nj],
                DATA C[nj][nl], DATA D[ni][nl])
{
#pragma hedra
    {
        for (int i = 0; i < ni; i++)
            for (int j = 0; j < nj; j++) {
                tmp[i][j] = VAL(0.0);
                for (int k = 0; k < nk; ++k)
                    tmp[i][j] += alpha * A[i][k] * B[k][j];
            }
        for (int i = 0; i < ni; i++)
            for (int j = 0; j < nl; j++) {
                D[i][j] *= beta;
                for (int k = 0; k < nj; ++k)
                    D[i][j] += tmp[i][k] * C[k][j];
            }
    }
}

static void call(const int *n, void *const *a)
{
    kernel_2mm(n[0], n[1], n[2], n[3], VAL(1.5), VAL(1.2), a[0], a[1], a[2],
               a[3], a[4]);
}

static struct pb_cost cost(const double *n)
{
    double i = n[0], j = n[1], k = n[2], l = n[3];
    return (struct pb_cost){
        .operations = 2 * i * j * (k + l) + i * k + i * l,
        .bytes = sizeof(DATA) * (2 * i * j + i * k + k * j + j * l + 2 * i * l),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "2mm",
    .params = "ijkl",
    .size = {{16, 18, 22, 24},
             {40, 50, 70, 80},
             {180, 190, 210, 220},
             {800, 900, 1100, 1200},
             {1600, 1800, 2200, 2400}},
    .array = {{"tmp", "ij", PB_DATA, PB_RANDOM},
              {"A", "ik", PB_DATA, PB_RANDOM},
              {"B", "kj", PB_DATA, PB_RANDOM},
              {"C", "jl", PB_DATA, PB_RANDOM},
              {"D", "il", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
