/* 3mm: G = (A B) (C D), by way of E = A B and F = C D. */
#include "tests/polybench/polybench.h"

void kernel_3mm(int ni, int nj, int nk, int nl, int nm, DATA E[ni][nj],
                DATA A[ni][nk], DATA B[nk][nj], DATA F[nj][nl], DATA C[nj][nm],
                DATA D[nm][nl], DATA G[ni][nl])
{
    int i, j, k;

#pragma scop
    for (i = 0; i < ni; i++)
        for (j = 0; j < nj; j++) {
            E[i][j] = VAL(0.0);
            for (k = 0; k < nk; ++k)
                E[i][j] += A[i][k] * B[k][j];
        }
    for (i = 0; i < nj; i++)
        for (j = 0; j < nl; j++) {
            F[i][j] = VAL(0.0);
            for (k = 0; k < nm; ++k)
                F[i][j] += C[i][k] * D[k][j];
        }
    for (i = 0; i < ni; i++)
        for (j = 0; j < nl; j++) {
            G[i][j] = VAL(0.0);
            for (k = 0; k < nj; ++k)
                G[i][j] += E[i][k] * F[k][j];
        }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_3mm(n[0], n[1], n[2], n[3], n[4], a[0], a[1], a[2], a[3], a[4], a[5],
               a[6]);
}

static struct pb_cost cost(const double *n)
{
    double i = n[0], j = n[1], k = n[2], l = n[3], m = n[4];
    return (struct pb_cost){
        .operations = 2 * (i * j * k + j * l * m + i * j * l),
        .bytes = sizeof(DATA) * (2 * i * j + i * k + k * j + 2 * j * l + j * m +
                                 m * l + i * l),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "3mm",
    .params = "ijklm",
    .size = {{16, 18, 20, 22, 24},
             {40, 50, 60, 70, 80},
             {180, 190, 200, 210, 220},
             {800, 900, 1000, 1100, 1200},
             {1600, 1800, 2000, 2200, 2400}},
    .array = {{"E", "ij", PB_DATA, PB_RANDOM},
              {"A", "ik", PB_DATA, PB_RANDOM},
              {"B", "kj", PB_DATA, PB_RANDOM},
              {"F", "jl", PB_DATA, PB_RANDOM},
              {"C", "jm", PB_DATA, PB_RANDOM},
              {"D", "ml", PB_DATA, PB_RANDOM},
              {"G", "il", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
