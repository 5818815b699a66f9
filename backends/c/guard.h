/*
 * Which loops of the host's kernels are there twice: where a loop within runs,
 * and where it does not.
 */
#ifndef HEDRA_BACKENDS_C_GUARD_H
#define HEDRA_BACKENDS_C_GUARD_H

#include "backends/c/print.h"

/* A loop over steps: the loop over lanes that ends its body, the number of
 * lanes in whole steps, and two values, of which the second must not be less
 * than the first for a step to be whole. */
struct whole_steps {
    const struct kir_stmt *lanes;
    int64_t count;
    int most, last;
};
bool guard_whole_steps(const struct c_printer *c, const struct kir_stmt *s,
                       struct whole_steps *w);

/* The loop within this body of one around it that is to be known to run, whose
 * bounds are known in front of the outer loop; NULL: there is none. iter: of
 * the outer loop, -1: it is that over blocks. */
const struct kir_stmt *guard_find(const struct c_printer *c,
                                  const struct kir_block *body, int iter);
/* "if (" and whether that loop runs, and what stands behind. */
void guard_print(struct c_printer *c, const struct kir_stmt *inner);

#endif
