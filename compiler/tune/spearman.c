/*
 * Spearman's rank correlation: Pearson's correlation of the ranks, where equal
 * values share their mean rank (C. Spearman, Am. J. Psychol. 15, 1904).
 */
#include "compiler/tune/spearman.h"

#include <math.h>

/* Ranks from 0, less their mean. */
static double *ranks(struct arena *arena, const double *x, int n)
{
    double *rank = arena_alloc(arena, ((size_t)n + 1) * sizeof *rank);

    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            rank[i] += x[k] < x[i] ? 1 : x[k] == x[i] ? 0.5 : 0;
        rank[i] -= 0.5 * n;
    }
    return rank;
}

double rank_correlation(struct arena *arena, const double *x, const double *y,
                        int n)
{
    const double *a = ranks(arena, x, n), *b = ranks(arena, y, n);
    double both = 0, first = 0, second = 0;

    for (int i = 0; i < n; i++) {
        both += a[i] * b[i];
        first += a[i] * a[i];
        second += b[i] * b[i];
    }
    return first > 0 && second > 0 ? both / sqrt(first * second) : 0;
}
