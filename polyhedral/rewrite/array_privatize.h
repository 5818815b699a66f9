/*
 * Arrays of the caller that iterations of loops use as temporaries, as in
 *
 *   for (r…) for (q…) {
 *       for (p…) { sum[p] = 0; for (s…) sum[p] += A[r][q][s] * C[s][p]; }
 *       for (p…) A[r][q][p] = sum[p];
 *   }
 *
 * Private to polyhedral/. Each iteration of the outer loops writes the array
 * anew, so that no value goes from one to another, and the caller sees what the
 * last one leaves. In a new scop they use an array of the region's own, which
 * privatisation (dependence/expansion.c) gives to each of them, and the last
 * one copies it to the caller's. That is done if then the outermost of these
 * loops are parallel, and only where another array, with an element or more for
 * each of their iterations and of the array, shows that there is memory for it.
 *
 * Scalars that are read after the region, or that other functions see, are such
 * temporaries, too. They may be written in several places of an iteration, also
 * where data says so, if one place always does; each nest has its own.
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_ARRAY_PRIVATIZE_H
#define HEDRA_POLYHEDRAL_REWRITE_ARRAY_PRIVATIZE_H

#include "polyhedral/model/model.h"

/* The new scop, in the old one's arena, of the first such array; NULL: there is
 * none, or it would take isl too long to find out. */
struct scop *private_scop(struct budget *budget, const struct part *part,
                          struct faults *faults);

#endif
