/*
 * The part of a launch_stub that only programs built by hedrac --tune have.
 * Owns nothing.
 */
#ifndef HEDRA_COMPILER_OUTPUT_TRIAL_STUB_H
#define HEDRA_COMPILER_OUTPUT_TRIAL_STUB_H

#include "compiler/output/launch_stub.h"

/* At file scope: the region's struct hedra_trial, NAME_trial. */
void stub_put_trial(struct buf *out, const struct stub_region *r);
/* In the region's function, behind hedra_range: hands over what it may write
 * and its sizes. */
void stub_put_trial_begin(struct buf *out, const struct stub_region *r);

#endif
