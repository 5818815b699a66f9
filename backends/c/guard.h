/*
 * Which loops of the host's kernels are there twice: where a loop within runs,
 * and where it does not.
 */
#ifndef HEDRA_BACKENDS_C_GUARD_H
#define HEDRA_BACKENDS_C_GUARD_H

#include "backends/c/print.h"

/* The loop within this body of one around it that is to be known to run, whose
 * bounds are known in front of the outer loop; NULL: there is none. iter: of
 * the outer loop, -1: it is that over blocks. */
const struct kir_stmt *guard_find(const struct c_printer *c,
                                  const struct kir_block *body, int iter);
/* "if (" and whether that loop runs, and what stands behind. */
void guard_print(struct c_printer *c, const struct kir_stmt *inner);

#endif
