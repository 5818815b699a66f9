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
/* Do compilers compute the function themselves, since it is of constants, or is
 * a product? They round otherwise than the C library. */
bool c_is_compilers(const struct c_printer *c, const struct kir_value *v);
/* Does the value depend on a function of vectors, by so few operations? Does
 * the function call one of doubles? */
bool c_calls_vectors(const struct c_printer *c, int value, int depth);
bool c_fills_doubles(const struct c_printer *c);
/* Is the loop one of few iterations, known in number, in which functions of
 * vectors are called, so that a loop around it fills vectors if all of them are
 * written out? */
bool c_is_written_out(const struct c_printer *c, const struct kir_stmt *loop);

#endif
