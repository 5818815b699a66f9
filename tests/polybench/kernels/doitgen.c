/* doitgen: the last index of A contracted with C4, for each (r, q). */
#include "tests/polybench/polybench.h"

void kernel_doitgen(int nr, int nq, int np, DATA A[nr][nq][np], DATA C4[np][np],
                    DATA sum[np])
{
    int r, q, p, s;

#pragma scop
    for (r = 0; r < nr; r++)
        for (q = 0; q < nq; q++) {
            for (p = 0; p < np; p++) {
                sum[p] = VAL(0.0);
                for (s = 0; s < np; s++)
                    sum[p] += A[r][q][s] * C4[s][p];
            }
            for (p = 0; p < np; p++)
                A[r][q][p] = sum[p];
        }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_doitgen(n[1], n[0], n[2], a[0], a[1], a[2]);
}

static struct pb_cost cost(const double *n)
{
    double q = n[0], r = n[1], p = n[2];
    return (struct pb_cost){
        .operations = 2 * r * q * p * p,
        .bytes = sizeof(DATA) * (2 * r * q * p + p * p),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "doitgen",
    .params = "qrp",
    .size = {{8, 10, 12},
             {20, 25, 30},
             {40, 50, 60},
             {140, 150, 160},
             {220, 250, 270}},
    .array = {{"A", "rqp", PB_DATA, PB_RANDOM},
              {"C4", "pp", PB_DATA, PB_DOMINANT},
              {"sum", "p", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
