/*
 * The loops of a marked nest that the host's threads share as the source has
 * them: a function for each, which stands before the user's own, and the call
 * that takes the loop's place. Its body is the user's text, which splice.c
 * copies in between. Names are generated ones, without their tag.
 */
#ifndef HEDRA_COMPILER_OUTPUT_SHARED_NEST_H
#define HEDRA_COMPILER_OUTPUT_SHARED_NEST_H

#include "compiler/output/launch_stub.h"

/* How many loops there are; 0: the nest has no such version. */
int shared_count(const struct stub_region *r);
/* Loop number k of them, in the order of the text. */
const struct loop_text *shared_loop(const struct stub_region *r, int k);

/* The function of loop k up to the loop's head. */
void shared_put_head(struct buf *out, const struct stub_region *r, int k);
/* The end of the block in the loop's place, which has begun with int64_t
 * hedraTAG_first and hedraTAG_end, the values of the loop's head. */
void shared_put_call(struct buf *out, const struct stub_region *r, int k,
                     const char *tag);

#endif
