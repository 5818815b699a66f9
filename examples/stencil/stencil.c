/*
 * Heat in a plate, by Jacobi's method: stencil [STEPS [N [FILE.pgm]]] cools an
 * N by N plate for STEPS double steps and writes its picture to FILE.pgm.
 */
#include "../show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void diffuse(int steps, int n, double a[restrict n][n],
                    double b[restrict n][n])
{
#pragma hedra
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] +
                                 a[i - 1][j] + a[i + 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] +
                                 b[i - 1][j] + b[i + 1][j]);
    }
}

static void diffuse_plain(int steps, int n, double a[restrict n][n],
                          double b[restrict n][n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] +
                                 a[i - 1][j] + a[i + 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] +
                                 b[i - 1][j] + b[i + 1][j]);
    }
}

/* 100 degrees on the upper edge and in a square in the middle, else 0. */
static void heat(int n, double a[n][n], double b[n][n])
{
    memset(a, 0, sizeof(double[n][n]));
    for (int j = 0; j < n; j++)
        a[0][j] = 100;
    for (int i = n / 3; i < n - n / 3; i++)
        for (int j = n / 3; j < n - n / 3; j++)
            a[i][j] = 100;
    memcpy(b, a, sizeof(double[n][n]));
}

static int write_picture(const char *path, int n, double a[n][n])
{
    FILE *f = fopen(path, "wb");
    int failed;

    if (!f) {
        perror(path);
        return 1;
    }
    fprintf(f, "P5\n%d %d\n255\n", n, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            putc((int)(2.55 * a[i][j]), f);
    failed = ferror(f);
    if (fclose(f) || failed) {
        perror(path);
        return 1;
    }
    return 0;
}

static void print_table(int steps, int n, double a[n][n])
{
    printf("temperatures of a %d by %d plate after %d steps\n", n, n,
           2 * steps);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++)
            printf("%8.2f", a[i * (n - 1) / 5][j * (n - 1) / 5]);
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    int steps = show_argument(argc, argv, 1, 300, 0, 1000000);
    int n = show_argument(argc, argv, 2, 100, 3, 20000);
    double(*a)[n] = show_alloc((size_t)n, sizeof *a);
    double(*b)[n] = show_alloc((size_t)n, sizeof *b);
    double(*want)[n] = show_alloc((size_t)n, sizeof *want);
    double error = 0, start, plain, region;
    int status;

    heat(n, want, b);
    start = show_now();
    diffuse_plain(steps, n, want, b);
    plain = show_now() - start;
    heat(n, a, b);
    diffuse(1, n, a, b); /* the first run opens the device */
    heat(n, a, b);
    start = show_now();
    diffuse(steps, n, a, b);
    region = show_now() - start;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            error = show_worse(error, a[i][j], want[i][j]);
    print_table(steps, n, a);
    status = show_verdict(error, 1e-10, plain, region);
    if (argc > 3)
        status |= write_picture(argv[3], n, a);
    free(a);
    free(b);
    free(want);
    return status;
}
