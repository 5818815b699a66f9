/*
 * Loops over the lanes of a vector that look up in a short table, said by the
 * permutations of AVX-512: compilers load from the table lane by lane instead.
 */
#ifndef HEDRA_BACKENDS_C_PERMUTE_H
#define HEDRA_BACKENDS_C_PERMUTE_H

#include "backends/c/print.h"

/* Whether a statement is such a loop: marked simd, over as many iterations as a
 * vector of 64 bytes has elements of a float type; its body loads and stores
 * elements at the iterator plus a constant, of buffers of its own function or
 * of integers of that size, multiplies and adds, and loads from CONSTANT
 * buffers at (x & 2 n - 1) + constant, for vectors of n. */
bool permute_fits(const struct kir_func *f, const struct kir_stmt *s);
/* Appends a function for each such loop of the function at hand, which is to
 * stand before it; whether there is one. */
bool permute_functions(struct c_printer *c);
/* The call of a loop's function, with its semicolon. */
void permute_call(struct c_printer *c, const struct kir_stmt *s);

#endif
