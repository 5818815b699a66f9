/*
 * Sparse matrices from files in Matrix Market form, as collections offer them.
 */
#ifndef HEDRA_EXAMPLES_MARKET_H
#define HEDRA_EXAMPLES_MARKET_H

#include <stdio.h>

/* By rows (CSR): the entries of row i are those from start[i] to before
 * start[i + 1], in the order of their columns, counted from 0. */
struct market {
    int rows, columns, entries;
    int *start, *column; /* rows + 1, entries */
    double *value;
};

/* A matrix in coordinate form: general or symmetric, of real numbers, integers
 * or ones. What is something else ends the program with a sentence. */
struct market market_read(FILE *f);
/* The file of that name; NULL: the matrix of a five-point stencil on a grid of
 * 60 by 40 points, some of them taken out, which is written and read. */
struct market market_open(const char *path);
void market_free(struct market *a);

#endif
