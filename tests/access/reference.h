/*
 * The counts of kir_access_predict by plain enumeration: every launch, block,
 * warp and iteration is walked, and every address looked at. Shares nothing
 * with the prediction but the arithmetic of single operations (kir_scalar).
 */
#ifndef HEDRA_TESTS_ACCESS_REFERENCE_H
#define HEDRA_TESTS_ACCESS_REFERENCE_H

#include "backends/memory/memory.h"

/* Compares each of the `count` predicted accesses of the driver, run with the
 * given scalars, and the launches of each kernel of its module, with its
 * enumeration. Prints what differs to stderr; the number of accesses and
 * kernels that differ. */
int reference_compare(const struct kir_func *driver, const int64_t *scalar,
                      const struct kir_access *predicted, int count,
                      const struct kir_launches *launches);

#endif
