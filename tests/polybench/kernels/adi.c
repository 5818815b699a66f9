/* adi: the heat equation by alternating directions, each an implicit sweep. */
#include "tests/polybench/polybench.h"

void kernel_adi(int tsteps, int n, DATA u[n][n], DATA v[n][n], DATA p[n][n],
                DATA q[n][n])
{
    int t, i, j;
    DATA DX, DY, DT;
    DATA B1, B2;
    DATA mul1, mul2;
    DATA a, b, c, d, e, f;

#pragma scop
    DX = VAL(1.0) / (DATA)n;
    DY = VAL(1.0) / (DATA)n;
    DT = VAL(1.0) / (DATA)tsteps;
    B1 = VAL(2.0);
    B2 = VAL(1.0);
    mul1 = B1 * DT / (DX * DX);
    mul2 = B2 * DT / (DY * DY);

    a = -mul1 / VAL(2.0);
    b = VAL(1.0) + mul1;
    c = a;
    d = -mul2 / VAL(2.0);
    e = VAL(1.0) + mul2;
    f = d;

    for (t = 1; t <= tsteps; t++) {
        for (i = 1; i < n - 1; i++) {
            v[0][i] = VAL(1.0);
            p[i][0] = VAL(0.0);
            q[i][0] = v[0][i];
            for (j = 1; j < n - 1; j++) {
                p[i][j] = -c / (a * p[i][j - 1] + b);
                q[i][j] =
                    (-d * u[j][i - 1] + (VAL(1.0) + VAL(2.0) * d) * u[j][i] -
                     f * u[j][i + 1] - a * q[i][j - 1]) /
                    (a * p[i][j - 1] + b);
            }
            v[n - 1][i] = VAL(1.0);
            for (j = n - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }
        for (i = 1; i < n - 1; i++) {
            u[i][0] = VAL(1.0);
            p[i][0] = VAL(0.0);
            q[i][0] = u[i][0];
            for (j = 1; j < n - 1; j++) {
                p[i][j] = -f / (d * p[i][j - 1] + e);
                q[i][j] =
                    (-a * v[i - 1][j] + (VAL(1.0) + VAL(2.0) * a) * v[i][j] -
                     c * v[i + 1][j] - d * q[i][j - 1]) /
                    (d * p[i][j - 1] + e);
            }
            u[i][n - 1] = VAL(1.0);
            for (j = n - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
#pragma endscop
}

static void call(const int *n, void *const *a)
{
    kernel_adi(n[0], n[1], a[0], a[1], a[2], a[3]);
}

static struct pb_cost cost(const double *n)
{
    double inner = (n[1] - 2) * (n[1] - 2);
    return (struct pb_cost){
        .operations = 26 * n[0] * inner,
        .bytes = sizeof(DATA) * 12 * n[0] * inner,
    };
}

const struct pb_kernel pb_kernel = {
    .name = "adi",
    .params = "tn",
    .size = {{20, 20}, {40, 60}, {100, 200}, {500, 1000}, {1000, 2000}},
    .array = {{"u", "nn", PB_DATA, PB_UNIT},
              {"v", "nn", PB_DATA, PB_UNIT},
              {"p", "nn", PB_DATA, PB_RANDOM},
              {"q", "nn", PB_DATA, PB_RANDOM}},
    .call = call,
    .cost = cost,
};
