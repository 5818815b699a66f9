/* Matrix product: matmul [N] multiplies two N by N matrices. */
#include "../show.h"

#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, double a[restrict n][n], double b[restrict n][n],
                     double c[restrict n][n])
{
#pragma hedra
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

static void multiply_plain(int n, double a[restrict n][n],
                           double b[restrict n][n], double c[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

/* Small whole numbers: every sum is exact, in any order and with or without
 * fused multiply-add, so that the results must agree to the last bit. */
static void fill(int n, double m[n][n], int seed)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = (i * 7 + j * seed) % 19 - 9;
}

int main(int argc, char **argv)
{
    int n = show_argument(argc, argv, 1, 300, 1, 20000);
    double(*a)[n] = show_alloc((size_t)n, sizeof *a);
    double(*b)[n] = show_alloc((size_t)n, sizeof *b);
    double(*c)[n] = show_alloc((size_t)n, sizeof *c);
    double(*want)[n] = show_alloc((size_t)n, sizeof *want);
    double error = 0, trace = 0, start, plain, region;
    int status;

    fill(n, a, 3);
    fill(n, b, 5);
    start = show_now();
    multiply_plain(n, a, b, want);
    plain = show_now() - start;
    multiply(n, a, b, c); /* the first run opens the device */
    start = show_now();
    multiply(n, a, b, c);
    region = show_now() - start;

    for (int i = 0; i < n; i++) {
        trace += c[i][i];
        for (int j = 0; j < n; j++)
            error = show_worse(error, c[i][j], want[i][j]);
    }
    printf("matrix product of size %d: trace %.0f\n", n, trace);
    status = show_verdict(error, 0, plain, region);
    free(a);
    free(b);
    free(c);
    free(want);
    return status;
}
