/*
 * How well one measure of things orders them as another one does.
 */
#ifndef HEDRA_COMPILER_TUNE_SPEARMAN_H
#define HEDRA_COMPILER_TUNE_SPEARMAN_H

#include "runtime/base/base.h"

/* Spearman's rank correlation of x[0 … n - 1] and y: 1 if both order alike,
 * -1 if they order the other way about; equal values share their mean rank. 0
 * if one of both is the same everywhere. O(n^2). */
double rank_correlation(struct arena *arena, const double *x, const double *y,
                        int n);

#endif
