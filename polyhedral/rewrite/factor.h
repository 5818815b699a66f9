/*
 * Factors of products that a local scalar holds become parts of the products:
 *
 *   for (k …) {                               for (k …)
 *       t = alpha * A[i][k];          ->          for (j …)
 *       for (j …)                                     C[i][j] +=
 *           C[i][j] += t * B[k][j];                       alpha * A[i][k] * …;
 *   }
 *
 * Private to polyhedral/. A product is tiled in the second form alone, where
 * all statements have all loops; in a tile the factor is computed once a row.
 * The operations, their roundings and their order are the same.
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_FACTOR_H
#define HEDRA_POLYHEDRAL_REWRITE_FACTOR_H

#include "polyhedral/scop/scop.h"

/* The new scop, in the old one's arena, and a remark for each scalar; NULL:
 * there is no such factor. */
struct scop *factor_scop(const struct scop *scop, struct faults *faults);

#endif
