/*
 * The optimiser of KIR.
 *
 *   optimise.c     the passes in their order, until nothing changes
 *   rebuild.c      folds, shares, forwards, moves out of loops
 *   algebra.c      identities of integers and floats that rebuild.c applies
 *   value_table.c  values by their operation, in scopes
 *   merge.c        branches that ask the same become one
 *   promote.c      keeps a loop's accumulator in a variable
 *   unroll.c       which loops are written once for each iteration
 *   local_array.c  arrays of a thread become variables
 *   dead.c         leaves out what has no effect, and renumbers
 *   effects.c      what a statement may read and write
 *   order.c        what loops say of values
 *   pack.c         accesses of neighbours become one
 */
#ifndef HEDRA_BACKENDS_OPTIMISE_OPTIMISE_H
#define HEDRA_BACKENDS_OPTIMISE_OPTIMISE_H

#include "backends/kir/kir.h"

/* The optimiser (optimise/optimise.c): returns a new module in `arena`:
 * constant folding, algebraic identities that are exact in C (never
 * reassociating floats), common subexpressions within dominating scopes,
 * loop-invariant values moved out of loops, integer index arithmetic regrouped
 * so that it is shared, accumulators kept in variables, dead code removed,
 * launches of kernels of which nothing is left too. `module` must have passed
 * kir_check; so does the result, and optimising it again changes nothing.
 * O(n log n). */
struct kir_module *kir_optimise(struct arena *arena,
                                const struct kir_module *module);

#endif
