/*
 * Sparse matrix times vector: spmv [FILE.mtx [PICTURE.ppm]]. Without a file
 * (or for -), the matrix is that of a five-point stencil on a grid of 60 by 40
 * points, some of them taken out.
 */
#include "../market.h"
#include "../show.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void multiply(int rows, int columns, int entries,
                     const int start[restrict rows + 1],
                     const int column[restrict entries],
                     const double value[restrict entries],
                     const double x[restrict columns], double y[restrict rows])
{
#pragma hedra extent(column[entries], value[entries], x[columns])
    for (int i = 0; i < rows; i++) {
        double sum = 0;

        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

static void multiply_plain(const struct market *a, const double *x, double *y)
{
    for (int i = 0; i < a->rows; i++) {
        double sum = 0;

        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            sum += a->value[k] * x[a->column[k]];
        y[i] = sum;
    }
}

/* The entries of the shortest and of the longest row. */
static void find_lengths(const struct market *a, int *shortest, int *longest)
{
    *shortest = a->entries;
    *longest = 0;
    for (int i = 0; i < a->rows; i++) {
        int length = a->start[i + 1] - a->start[i];

        *shortest = length < *shortest ? length : *shortest;
        *longest = length > *longest ? length : *longest;
    }
}

static void show_rows(const struct market *a, const double *y)
{
    int shortest, longest;

    find_lengths(a, &shortest, &longest);
    printf("%d by %d, %d entries, %d to %d in a row\n", a->rows, a->columns,
           a->entries, shortest, longest);
    for (int i = 0; i < 8; i++)
        printf("%10.4f", y[(long long)i * (a->rows - 1) / 7]);
    putchar('\n');
}

/* The entries as dots, from blue in the shortest row to red in the longest. */
static int write_picture(const char *name, const struct market *a)
{
    enum { SIDE = 480 };
    unsigned char(*rgb)[SIDE][3] = show_alloc(SIDE, sizeof *rgb);
    int shortest, longest;

    memset(rgb, 255, sizeof *rgb * SIDE);
    find_lengths(a, &shortest, &longest);
    for (int i = 0; i < a->rows; i++) {
        int length = a->start[i + 1] - a->start[i], span = longest - shortest;
        int red = span ? (length - shortest) * 224LL / span : 0;

        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            long long y = (long long)i * SIDE / a->rows;
            long long x = (long long)a->column[k] * SIDE / a->columns;

            rgb[y][x][0] = (unsigned char)red;
            rgb[y][x][1] = 32;
            rgb[y][x][2] = (unsigned char)(224 - red);
        }
    }
    int status = show_picture(name, SIDE, SIDE, rgb[0][0]);
    free(rgb);
    return status;
}

int main(int argc, char **argv)
{
    bool named = argc > 1 && strcmp(argv[1], "-") != 0;
    struct market a = market_open(named ? argv[1] : NULL);
    double *x = show_alloc((size_t)a.columns, sizeof *x);
    double *y = show_alloc((size_t)a.rows, sizeof *y);
    double *want = show_alloc((size_t)a.rows, sizeof *want);
    for (int j = 0; j < a.columns; j++)
        x[j] = 1 + j % 7;

    double start = show_now();
    multiply_plain(&a, x, want);
    double plain = show_now() - start;
    /* the first run opens the device */
    multiply(a.rows, a.columns, a.entries, a.start, a.column, a.value, x, y);
    start = show_now();
    multiply(a.rows, a.columns, a.entries, a.start, a.column, a.value, x, y);
    double region = show_now() - start;

    show_rows(&a, y);
    int status = show_verdict(memcmp(y, want, (size_t)a.rows * sizeof *y) != 0,
                              0, plain, region);
    if (argc > 2)
        status |= write_picture(argv[2], &a);
    market_free(&a);
    free(x);
    free(y);
    free(want);
    return status;
}
