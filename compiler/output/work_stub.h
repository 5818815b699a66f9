/*
 * The part of a region's function that tells whether its call has so little to
 * do that the plain nest runs as it stands. Owns nothing.
 */
#ifndef HEDRA_COMPILER_OUTPUT_WORK_STUB_H
#define HEDRA_COMPILER_OUTPUT_WORK_STUB_H

#include "compiler/output/launch_stub.h"

/* Appends a statement that returns 1 then, `want` being hedra_begin's; nothing
 * where data tell what there is to do, or kernels and the plain nest are timed
 * and loops not shared. */
void work_put_test(struct buf *out, const struct stub_region *r, int want);
/* Does it append one? Then hedra_work holds the estimate from there on. */
bool work_is_tested(const struct stub_region *r);

#endif
