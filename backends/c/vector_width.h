/*
 * What a kernel of the host wants of vectors: short ones, or none in a loop.
 */
#ifndef HEDRA_BACKENDS_C_VECTOR_WIDTH_H
#define HEDRA_BACKENDS_C_VECTOR_WIDTH_H

#include "backends/c/print.h"

/* Are short vectors right for the kernel at hand? */
bool c_is_stream(const struct c_printer *c);
/* Does a loop with this body do little but look up narrow elements where loaded
 * values say? */
bool c_looks_up(const struct c_printer *c, const struct kir_block *block);
/* Is the loop one of few iterations, known in number, in which functions of
 * vectors are called, so that a loop around it fills vectors if all of them are
 * written out? */
bool c_is_written_out(const struct c_printer *c, const struct kir_stmt *loop);

#endif
