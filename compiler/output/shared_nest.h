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
/* May one thread run the text with these functions, as parts of the user's
 * function, where it shares nothing? Not where pointers are exchanged:
 * compilers might take what `restrict` says of one iteration for true of the
 * next; nor in a function that is compiled for another processor, nor where
 * kernels run whenever they can: each copy costs a C compiler its time. */
bool shared_runs_alone(const struct stub_region *r);
/* Loop number k of them, in the order of the text. */
const struct loop_text *shared_loop(const struct stub_region *r, int k);

/* The arrays of the scop that are sums of shared loops, of which threads have
 * copies: the call of the region says at hedraTAG_touched[2 * number] and
 * behind it which of their bytes it touches. Returns the row of a number, -1:
 * there are no more. */
int shared_sum_row(const struct stub_region *r, int number);

/* Does loop k stand in another loop of the region? Then it runs again and
 * again, perhaps for so short a time that sharing it does not pay. */
bool shared_is_inner(const struct stub_region *r, int k);

/* What is known of the loops that do. */
void shared_put_notes(struct buf *out, const struct stub_region *r,
                      const char *tag);
/* The function of loop k up to the loop, the loop's head, and what stands
 * behind the loop. */
void shared_put_head(struct buf *out, const struct stub_region *r, int k);
void shared_put_loop(struct buf *out, const struct stub_region *r, int k);
/* A loop that looks ahead, with the head that it has in that function. */
struct look_ahead shared_look(const struct stub_region *r, int k,
                              const struct look_ahead *look);
void shared_put_tail(struct buf *out, const struct stub_region *r, int k);
/* The loop of columns of loop k, whose rows threads run one behind the other;
 * NULL: they do not. */
const struct loop_text *shared_columns(const struct stub_region *r, int k);
/* Of such a loop: the function that runs rows up to the loop's head; and what
 * stands before the body of the loop of columns, which runs from int64_t
 * hedraTAG_first to hedraTAG_end, in parts. Its pointers are not `restrict`:
 * other threads write what is read behind a wait. */
void shared_put_rows_head(struct buf *out, const struct stub_region *r, int k);
void shared_put_columns_head(struct buf *out, const struct stub_region *r,
                             int k, const char *tag);
/* The function that calls it, which threads call. */
void shared_put_entry(struct buf *out, const struct stub_region *r, int k);
/* What stands in the loop's place, in a block that has begun with int64_t
 * hedraTAG_first and hedraTAG_end, the values of the loop's head: by
 * hedraTAG_way threads share it, or it runs as it is. */
void shared_put_call(struct buf *out, const struct stub_region *r, int k,
                     const char *tag);

#endif
