/* fdtd-2d: Maxwell's equations in two dimensions, by finite differences. */
#include "tests/polybench/polybench.h"

void kernel_fdtd_2d(int tmax, int nx, int ny, DATA ex[nx][ny], DATA ey[nx][ny],
                    DATA hz[nx][ny], DATA _fict_[tmax])
{
    int t, i, j;

#pragma scop
    for (t = 0; t < tmax; t++) {
        for (j = 0; j < ny; j++)
            ey[0][j] = _fict_[t];
        for (i = 1; i < nx; i++)
            for (j = 0; j < ny; j++)
                ey[i][j] = ey[i][j] - VAL(0.5) * (hz[i][j] - hz[i - 1][j]);
        for (i = 0; i < nx; i++)
            for (j = 1; j < ny; j++)
                ex[i][j] = ex[i][j] - VAL(0.5) * (hz[i][j] - hz[i][j - 1]);
        for (i = 0; i < nx - 1; i++)
            for (j = 0; j < ny - 1; j++)
                hz[i][j] = hz[i][j] - VAL(0.7) * (ex[i][j + 1] - ex[i][j] +
                                                  ey[i + 1][j] - ey[i][j]);
    }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_fdtd_2d(n[0], n[1], n[2], a[0], a[1], a[2], a[3]);
}

static struct pb_cost cost(const double *n)
{
    double x = n[1], y = n[2];
    return (struct pb_cost){
        .operations =
            n[0] * (3 * (x - 1) * y + 3 * x * (y - 1) + 5 * (x - 1) * (y - 1)),
        .bytes = sizeof(DATA) * (6 * n[0] * x * y + n[0]),
    };
}

const struct pb_kernel pb_kernel = {
    .name = "fdtd-2d",
    .params = "txy",
    .size = {{20, 20, 30},
             {40, 60, 80},
             {100, 200, 240},
             {500, 1000, 1200},
             {1000, 2000, 2600}},
    .array = {{"ex", "xy", PB_DATA, PB_RANDOM},
              {"ey", "xy", PB_DATA, PB_RANDOM},
              {"hz", "xy", PB_DATA, PB_RANDOM},
              {"_fict_", "t", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
