/*
 * Sparse matrix times vector: the seconds of hedrac's kernel on the host and of
 * a loop written by hand. spmv SHAPE ENTRIES; banded, random or power.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MEAN = 10, BAND = 64, LONGEST = 100000, ROUNDS = 7 };

static void multiply(int rows, int entries, const int *restrict start,
                     const int *restrict column, const double *restrict value,
                     const double *restrict x, double *restrict y)
{
#pragma hedra extent(column[entries], value[entries], x[rows])
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static void by_hand(int rows, const int *restrict start,
                    const int *restrict column, const double *restrict value,
                    const double *restrict x, double *restrict y)
{
#pragma omp parallel for schedule(dynamic, 1024)
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static unsigned next(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Lengths of rows: equal, or such that few rows hold much. */
static int length_of(const char *shape, int row, unsigned *seed)
{
    if (strcmp(shape, "power"))
        return MEAN;
    (void)row;
    double u = (next(seed) % 1000000 + 1) / 1e6;
    double length = 3.4 / (u + 3e-5 / 3.4);
    return length > LONGEST ? LONGEST : 1 + (int)length / 4;
}

static int column_of(const char *shape, int row, int rows, unsigned *seed)
{
    if (strcmp(shape, "banded"))
        return (int)(((unsigned long long)next(seed) * 97 + next(seed)) %
                     (unsigned)rows);
    int c = row - BAND + (int)(next(seed) % (2 * BAND + 1));
    return c < 0 ? 0 : c >= rows ? rows - 1 : c;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *memory(size_t count, size_t size)
{
    void *p = calloc(count, size);
    if (!p)
        exit(2);
    return p;
}

int main(int argc, char **argv)
{
    const char *shape = argc > 1 ? argv[1] : "random";
    int entries = argc > 2 ? atoi(argv[2]) : 10000000;
    int rows = entries / MEAN, n = 0, row = 0;
    unsigned seed = 1;
    int *start = memory((size_t)rows + 1, sizeof *start);
    int *column = memory((size_t)entries, sizeof *column);
    double *value = memory((size_t)entries, sizeof *value);
    double *x = memory((size_t)rows, sizeof *x), *y = memory((size_t)rows, 8);
    double *want = memory((size_t)rows, sizeof *want);
    for (; row < rows; row++) {
        start[row] = n;
        for (int k = length_of(shape, row, &seed); k > 0 && n < entries; k--)
            column[n++] = column_of(shape, row, rows, &seed);
    }
    start[rows] = n;
    for (int k = 0; k < n; k++)
        value[k] = 1 + k % 9;
    for (int i = 0; i < rows; i++)
        x[i] = i % 17 - 8;
    double hand = 1e9, region = 1e9;
    for (int r = 0; r <= ROUNDS; r++) { /* the first is to warm up */
        double begin = now();
        by_hand(rows, start, column, value, x, want);
        double middle = now();
        multiply(rows, n, start, column, value, x, y);
        double end = now();
        if (r > 0 && middle - begin < hand)
            hand = middle - begin;
        if (r > 0 && end - middle < region)
            region = end - middle;
    }
    if (memcmp(y, want, (size_t)rows * sizeof *y)) {
        fprintf(stderr, "another result than by hand\n");
        return 1;
    }
    printf("%g %g %d\n", hand, region, n);
    free(start), free(column), free(value), free(x), free(y), free(want);
    return 0;
}
