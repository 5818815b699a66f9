/*
 * The part of a launch_stub that only programs built by hedrac --tune have.
 * Owns nothing.
 */
#ifndef HEDRA_COMPILER_OUTPUT_TRIAL_STUB_H
#define HEDRA_COMPILER_OUTPUT_TRIAL_STUB_H

#include "compiler/output/launch_stub.h"

/* Appends, at file scope, the region's struct hedra_trial, NAME_trial. */
void stub_put_trial(struct buf *out, const struct stub_region *r);
/* Appends, to the region's function behind hedra_range, what hands over the
 * arrays that it may write, and its sizes. */
void stub_put_trial_begin(struct buf *out, const struct stub_region *r);

#endif
