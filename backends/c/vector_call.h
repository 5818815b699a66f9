/*
 * Functions that there are for vectors (c_is_vector_function), and the loops
 * that call them.
 */
#ifndef HEDRA_BACKENDS_C_VECTOR_CALL_H
#define HEDRA_BACKENDS_C_VECTOR_CALL_H

#include "backends/c/print.h"

/* Do compilers compute the function themselves, since it is of constants, or is
 * a product? They round otherwise than the C library. */
bool c_is_compilers(const struct c_printer *c, const struct kir_value *v);
/* Does the value depend on a function of vectors, by so few operations? Does
 * the C function call one of that type? */
bool c_calls_vectors(const struct c_printer *c, int value, int depth);
bool c_fills_vectors(const struct c_printer *c, enum kir_type type);

/* Print, if that is better: a SELECT without a condition, since compilers make
 * no vectors of conditions beside calls; and the CAST of a number of 32 bits to
 * a double from one of 64 bits, since they make no sum in its order of types of
 * several sizes. False: nothing is printed. */
bool c_print_select(struct c_printer *c, const struct kir_value *v);
bool c_print_low(struct c_printer *c, const struct kir_value *v);

#endif
