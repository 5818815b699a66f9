/*
 * Sums of products in a local scalar become sums in the element that they end
 * in:
 *
 *   t = 0;                                    C[i][j] = 0;
 *   for (k …) t += A[i][k] * B[k][j];  ->     for (k …) C[i][j] += A[i][k] * …;
 *   C[i][j] = t;
 *
 * Private to polyhedral/. A product is tiled in the second form alone: with a
 * scalar, the steps of a sum stay together. The roundings and their order are
 * the same.
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_ACCUMULATE_H
#define HEDRA_POLYHEDRAL_REWRITE_ACCUMULATE_H

#include "polyhedral/scop/scop.h"

/* The new scop, in the old one's arena, and a remark for each scalar; NULL:
 * there is no such sum. */
struct scop *accumulate_scop(const struct scop *scop, struct faults *faults);

#endif
