/*
 * Sparse triangular systems: sptrsv [FILE.mtx [PICTURE.png]]. Of the matrix the
 * lower triangle is taken, L, with a diagonal that dominates, and L x = b is
 * solved, then transpose(L) y = x, as preconditioners do over and over. Which
 * unknowns an unknown needs, the column indices say. Without a file, the matrix
 * is that of a five-point stencil on a grid of 60 by 40 points, some of them
 * taken out.
 */
#include "../market.h"
#include "../show.h"
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void forward(int rows, int entries, const int start[restrict rows + 1],
                    const int column[restrict entries],
                    const double value[restrict entries],
                    const double diagonal[restrict rows],
                    const double b[restrict rows], double x[restrict rows])
{
#pragma hedra extent(column[entries], value[entries], x[rows])
    for (int i = 0; i < rows; i++) {
        double sum = b[i];

        for (int k = start[i]; k < start[i + 1]; k++)
            sum -= value[k] * x[column[k]];
        x[i] = sum / diagonal[i];
    }
}

static void backward(int rows, int entries, const int start[restrict rows + 1],
                     const int column[restrict entries],
                     const double value[restrict entries],
                     const double diagonal[restrict rows],
                     const double b[restrict rows], double x[restrict rows])
{
#pragma hedra extent(column[entries], value[entries], x[rows])
    for (int i = rows - 1; i >= 0; i--) {
        double sum = b[i];

        for (int k = start[i]; k < start[i + 1]; k++)
            sum -= value[k] * x[column[k]];
        x[i] = sum / diagonal[i];
    }
}

static void solve_plain(const struct market *l, const struct market *u,
                        const double *diagonal, const double *b, double *x,
                        double *y)
{
    for (int i = 0; i < l->rows; i++) {
        double sum = b[i];

        for (int k = l->start[i]; k < l->start[i + 1]; k++)
            sum -= l->value[k] * x[l->column[k]];
        x[i] = sum / diagonal[i];
    }
    for (int i = u->rows - 1; i >= 0; i--) {
        double sum = x[i];

        for (int k = u->start[i]; k < u->start[i + 1]; k++)
            sum -= u->value[k] * y[u->column[k]];
        y[i] = sum / diagonal[i];
    }
}

/* The entries below the diagonal, and a diagonal larger than their sums. */
static struct market lower_half(const struct market *a, double *diagonal)
{
    struct market l = {a->rows, a->rows, 0, NULL, NULL, NULL};

    l.start = show_alloc((size_t)a->rows + 1, sizeof *l.start);
    l.column = show_alloc((size_t)a->entries + 1, sizeof *l.column);
    l.value = show_alloc((size_t)a->entries + 1, sizeof *l.value);
    for (int i = 0; i < a->rows; i++) {
        diagonal[i] = 1;
        l.start[i] = l.entries;
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            diagonal[i] += fabs(a->value[k]);
            if (a->column[k] >= i)
                continue;
            l.column[l.entries] = a->column[k];
            l.value[l.entries++] = a->value[k];
        }
    }
    l.start[a->rows] = l.entries;
    return l;
}

static struct market transpose(const struct market *l)
{
    struct market u = {l->rows, l->rows, l->entries, NULL, NULL, NULL};
    int *at = show_alloc((size_t)l->rows + 1, sizeof *at);

    u.start = show_alloc((size_t)l->rows + 1, sizeof *u.start);
    u.column = show_alloc((size_t)l->entries + 1, sizeof *u.column);
    u.value = show_alloc((size_t)l->entries + 1, sizeof *u.value);
    memset(u.start, 0, ((size_t)l->rows + 1) * sizeof *u.start);
    for (int k = 0; k < l->entries; k++)
        u.start[l->column[k] + 1]++;
    for (int i = 0; i < l->rows; i++)
        u.start[i + 1] += u.start[i];
    memcpy(at, u.start, ((size_t)l->rows + 1) * sizeof *at);
    for (int i = 0; i < l->rows; i++)
        for (int k = l->start[i]; k < l->start[i + 1]; k++) {
            int to = at[l->column[k]]++;

            u.column[to] = i;
            u.value[to] = l->value[k];
        }
    free(at);
    return u;
}

/* 1 more than the greatest level among the unknowns that each one needs;
 * returns how many levels there are. */
static int count_levels(const struct market *l, int *level)
{
    int levels = 0;

    for (int i = 0; i < l->rows; i++) {
        level[i] = 1;
        for (int k = l->start[i]; k < l->start[i + 1]; k++)
            if (level[l->column[k]] >= level[i])
                level[i] = level[l->column[k]] + 1;
        levels = level[i] > levels ? level[i] : levels;
    }
    return levels;
}

static int compare(const struct market *l, const struct market *u,
                   const double *diagonal, const double *b)
{
    enum { ROUNDS = 8 };
    size_t size = (size_t)l->rows * sizeof(double);
    double *x = show_alloc(1, size), *y = show_alloc(1, size);
    double *want = show_alloc(1, size);
    double plain = 0, region = 0;

    /* The Plans are made in the first rounds. */
    for (int round = 0; round < ROUNDS; round++) {
        double begin = show_now();

        solve_plain(l, u, diagonal, b, x, want);
        double middle = show_now();
        forward(l->rows, l->entries, l->start, l->column, l->value, diagonal, b,
                x);
        backward(u->rows, u->entries, u->start, u->column, u->value, diagonal,
                 x, y);
        double end = show_now();
        if (round >= 3) {
            plain += middle - begin;
            region += end - middle;
        }
    }
    for (int i = 0; i < 8; i++)
        printf("%9.5f", y[(long long)i * (l->rows - 1) / 7]);
    putchar('\n');
    int status = show_verdict(memcmp(y, want, size) != 0, 0,
                              plain / (ROUNDS - 3), region / (ROUNDS - 3));
    free(x);
    free(y);
    free(want);
    return status;
}

int main(int argc, char **argv)
{
    struct market a = market_open(argc > 1 ? argv[1] : NULL);

    if (a.rows != a.columns) {
        fprintf(stderr, "error: the matrix is not square\n");
        return 2;
    }
    double *diagonal = show_alloc((size_t)a.rows, sizeof *diagonal);
    double *b = show_alloc((size_t)a.rows, sizeof *b);
    int *level = show_alloc((size_t)a.rows, sizeof *level);
    struct market l = lower_half(&a, diagonal), u = transpose(&l);
    int levels = count_levels(&l, level);

    for (int i = 0; i < a.rows; i++)
        b[i] = 1 + i % 7;
    printf("%d unknowns, %d entries below the diagonal; %d levels of %.1f\n",
           a.rows, l.entries, levels, (double)a.rows / levels);
    int status = compare(&l, &u, diagonal, b);
    if (argc > 2 && !picture_write(argv[2], &l, level, levels)) {
        fprintf(stderr, "error: '%s' cannot be written\n", argv[2]);
        status = 2;
    }
    market_free(&a);
    market_free(&l);
    market_free(&u);
    free(diagonal);
    free(b);
    free(level);
    return status;
}
