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
/* Appends one, behind the ranges, that returns 1 where so many tables are to be
 * looked at that this takes as long as threads could gain. */
void work_put_test_of_tables(struct buf *out, const struct stub_region *r,
                             int want);

#endif
