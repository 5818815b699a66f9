/*
 * Long kernels in host C as several functions: compilers take more than linear
 * time, and memory, for long ones. Runs of statements that stand one behind the
 * other become functions, parts, which the kernel calls. What passes between
 * parts lies in the kernel's buffers, which they get as pointers; numbers that
 * are made outside of a part and used within are its arguments, and there are
 * few: what differs from lane to lane never leaves its loop over lanes. A part
 * computes what its statements did, in their order, so that results are the
 * same bits.
 *
 * Owns which statements are a part, and how parts and calls look. The
 * versions for AVX-512, AVX2 and other machines are made by HD_PART and chosen
 * by HD_RUN, macros of backends/c/host.c.
 */
#ifndef HEDRA_BACKENDS_C_SPLIT_KERNEL_H
#define HEDRA_BACKENDS_C_SPLIT_KERNEL_H

#include "backends/c/print.h"

/* Appends the parts of the kernel at hand, which c_analyse has seen, as
 * functions of at most c->options->statements statements (KIR's, but for those
 * that nothing uses), of more only where a loop over lanes is longer. Sets
 * c->parts, in c->arena, unless the kernel is no longer than that, or has
 * variables, which parts would have to hand back. */
void split_kernel_functions(struct c_printer *c);

/* If a part begins with this statement: appends what statements behind the part
 * need of it, too, and the call; returns its last statement. NULL: none does.
 * To be asked for each statement in its turn. */
const struct kir_stmt *split_kernel_call(struct c_printer *c,
                                         const struct kir_stmt *s);

#endif
