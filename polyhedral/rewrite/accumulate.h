/*
 * Sums of products in a local scalar become sums in the element that they end
 * in:
 *
 *   t = 0;                                    C[i][j] = 0;
 *   for (k …) t += A[i][k] * B[k][j];  ->     for (k …) C[i][j] += A[i][k] * …;
 *   C[i][j] = t;
 *
 * and so do those of a factorisation, in which `if (i == j) A[i][i] = sqrt(t);
 * else A[i][j] = t / A[j][j];` is computed of A[i][j] in place of t:
 *
 *   t = A[i][j];
 *   for (k < j) t -= A[i][k] * A[j][k];  ->   for (k < j) A[i][j] -= …;
 *
 * Private to polyhedral/. A product is tiled in the second form alone: with a
 * scalar, the steps of a sum stay together. The roundings and their order are
 * the same.
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_ACCUMULATE_H
#define HEDRA_POLYHEDRAL_REWRITE_ACCUMULATE_H

#include "polyhedral/model/model.h"

/* The children `first` to `last` of a sequence. */
struct sum {
    const struct scop *scop;
    const struct scop_node *seq;
    int first, last;
    int scalar;
    const struct scop_expr *element; /* C[f] */
    bool keeps;                      /* the scalar begins as the element */
};

/* The new scop, in the old one's arena, and a remark for each scalar; NULL:
 * there is no such sum. */
struct scop *accumulate_scop(struct budget *budget, const struct part *part,
                             struct faults *faults);
/* On a model of the part: may the element stand for the scalar from the first
 * to the last child (accumulate_apart.c)? */
bool accumulate_is_apart(const struct poly *poly, const struct sum *sum);

#endif
