/* spmv KIND ROWS: y = A x with a matrix of 10 to 13 non-zeros a row, in
 * compressed rows, by hedrac's code and by a loop with OpenMP. KIND: banded,
 * random (columns and lengths), or power-law (lengths). Prints the seconds of
 * the loop and of hedrac's code. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/bench/dynamic/race.h"

static unsigned draw(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* The length of a row, 10 in the mean, or 13 of power-law: 2^k with probability
 * 2^-k, of 2 to 4096. */
static int length_of(const char *kind, unsigned *seed)
{
    if (!strcmp(kind, "banded"))
        return 10;
    unsigned r = draw(seed);
    if (!strcmp(kind, "random"))
        return 5 + (int)(r % 11);
    int length = 2;
    while ((r & 1) && length < 4096) {
        length *= 2;
        r >>= 1;
    }
    return length;
}

static void fill(const char *kind, int n, const int *row, int *col, double *v)
{
    unsigned seed = 7;
    for (int i = 0; i < n; i++)
        for (int k = row[i]; k < row[i + 1]; k++) {
            int near = i - 5 + (k - row[i]);
            int far = (int)(((unsigned long long)draw(&seed) << 12 |
                             (draw(&seed) & 4095)) %
                            (unsigned)n);
            int j = !strcmp(kind, "banded") ? near : far;
            col[k] = j < 0 ? 0 : j >= n ? n - 1 : j;
            v[k] = 1.0 / (1 + k % 17);
        }
}

__attribute__((noinline)) static void
by_hand(int n, const int *restrict row, const int *restrict col,
        const double *restrict v, const double *restrict x, double *restrict y)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += v[k] * x[col[k]];
        y[i] = s;
    }
}

__attribute__((noinline)) static void
by_hedrac(int n, int nnz, const int *restrict row, const int *restrict col,
          const double *restrict v, const double *restrict x,
          double *restrict y)
{
#pragma hedra extent(row[n + 1], col[nnz], v[nnz], x[n])
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = row[i]; k < row[i + 1]; k++)
            s += v[k] * x[col[k]];
        y[i] = s;
    }
}

/* Where an array lies is to be neither's advantage. */
static void swap(double **y, double **z)
{
    double *old = *y;
    *y = *z;
    *z = old;
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "banded";
    int n = argc > 2 ? atoi(argv[2]) : 1000000;
    unsigned seed = 3;
    int *row = malloc(sizeof *row * (size_t)(n + 1));
    row[0] = 0;
    for (int i = 0; i < n; i++)
        row[i + 1] = row[i] + length_of(kind, &seed);
    int nnz = row[n], *col = malloc(sizeof *col * (size_t)nnz);
    double *v = malloc(sizeof *v * (size_t)nnz);
    double *x = malloc(sizeof *x * (size_t)n);
    double *y = malloc(sizeof *y * (size_t)n), *z = calloc((size_t)n, 8);
    fill(kind, n, row, col, v);
    for (int i = 0; i < n; i++)
        x[i] = 1 + i % 3;
    struct race_times times[2] = {0};
    double worst = 0, begin = race_now();
    do {
        race_wait();
        RACE_TIME(&times[0], by_hand(n, row, col, v, x, y));
        race_wait();
        RACE_TIME(&times[1], by_hedrac(n, nnz, row, col, v, x, z));
        swap(&y, &z);
    } while (race_goes_on(times, 2, begin));
    for (int i = 0; i < n; i++)
        worst = fmax(worst, fabs(y[i] - z[i]));
    if (worst > 1e-9)
        return 1;
    printf("%g %g\n", times[0].best[0], times[1].best[0]);
    free(row);
    free(col);
    free(v);
    free(x);
    free(y);
    free(z);
    return 0;
}
