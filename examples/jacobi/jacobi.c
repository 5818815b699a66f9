/*
 * The potential between conductors, by Jacobi's method until it settles:
 * jacobi [N [DIGITS]] relaxes an N by N grid until no point changes by more
 * than 10 to the power of -DIGITS in a round.
 */
#include "../show.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns how many rounds it took, at most `most`. */
static int relax(int n, int most, double tolerance, double a[restrict n][n],
                 double b[restrict n][n])
{
    int round;
#pragma hedra
    for (round = 0; round < most; round++) {
        double change = 0;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.25 * (a[i][j - 1] + a[i][j + 1] + a[i - 1][j] +
                                  a[i + 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                change = fmax(change, fabs(b[i][j] - a[i][j]));
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = b[i][j];
        if (change <= tolerance)
            break;
    }
    return round;
}

static int relax_plain(int n, int most, double tolerance,
                       double a[restrict n][n], double b[restrict n][n])
{
    int round;
    for (round = 0; round < most; round++) {
        double change = 0;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.25 * (a[i][j - 1] + a[i][j + 1] + a[i - 1][j] +
                                  a[i + 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                change = fmax(change, fabs(b[i][j] - a[i][j]));
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = b[i][j];
        if (change <= tolerance)
            break;
    }
    return round;
}

/* 100 volts on the upper edge, 50 on the right one, 0 on the others. */
static void charge(int n, double a[n][n])
{
    memset(a, 0, sizeof(double[n][n]));
    for (int k = 1; k < n - 1; k++) {
        a[0][k] = 100;
        a[k][n - 1] = 50;
    }
}

static void print_table(int rounds, int n, double a[n][n])
{
    printf("the potential on a %d by %d grid, settled in %d rounds\n", n, n,
           rounds);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++)
            printf("%8.2f", a[i * (n - 1) / 5][j * (n - 1) / 5]);
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    int n = show_argument(argc, argv, 1, 26, 3, 20000);
    double tolerance = pow(10, -show_argument(argc, argv, 2, 2, 0, 12));
    double(*a)[n] = show_alloc((size_t)n, sizeof *a);
    double(*b)[n] = show_alloc((size_t)n, sizeof *b);
    double(*want)[n] = show_alloc((size_t)n, sizeof *want);
    double error = 0, start, plain, region;
    int rounds, wanted, status;

    charge(n, want);
    start = show_now();
    wanted = relax_plain(n, 1000000, tolerance, want, b);
    plain = show_now() - start;
    charge(n, a);
    relax(n, 1, tolerance, a, b); /* the first run opens the device */
    charge(n, a);
    start = show_now();
    rounds = relax(n, 1000000, tolerance, a, b);
    region = show_now() - start;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            error = show_worse(error, a[i][j], want[i][j]);
    print_table(rounds, n, a);
    status =
        show_verdict(rounds == wanted ? error : INFINITY, 0, plain, region);
    free(a);
    free(b);
    free(want);
    return status;
}
