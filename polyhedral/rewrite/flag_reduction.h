/*
 * Flags: scalars that a loop only sets, to one constant, where a test of data
 * holds, as in
 *
 *   for (i…) if (e[i] < d[i]) { d[i] = e[i]; changed = 1; }
 *
 * Private to polyhedral/. Whoever sets it sets it to the same, so that the
 * order is of no matter; in a new scop the loop makes a disjunction, which is a
 * reduction, and sets the scalar behind itself:
 *
 *   set = 0; for (i…) if (…) { …; set = set | 1; }  if (set) changed = 1;
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_FLAG_REDUCTION_H
#define HEDRA_POLYHEDRAL_REWRITE_FLAG_REDUCTION_H

#include "polyhedral/scop/scop.h"

/* The new scop, in the old one's arena, in which outermost loops do so; NULL:
 * there is no such scalar. */
struct scop *flag_scop(const struct scop *scop);

#endif
