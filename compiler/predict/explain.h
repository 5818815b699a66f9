/*
 * What --explain says of a region's kernels once these are KIR.
 */
#ifndef HEDRA_COMPILER_PREDICT_EXPLAIN_H
#define HEDRA_COMPILER_PREDICT_EXPLAIN_H

#include "compiler/driver/driver.h"
#include "compiler/predict/access.h"

/* Remarks on occupancy and on accesses, counted where sizes are known. What was
 * said of the host's kernels since `before` is on a plan that is not taken
 * where the plain nest runs in any case. Returns the accesses, for the page at
 * typical sizes if need be; NULL if there are no GPU kernels. */
const struct access_totals *explain_region(struct arena *arena,
                                           const struct stub_region *r,
                                           const struct options *options,
                                           const struct faults *before,
                                           struct faults *faults);

#endif
