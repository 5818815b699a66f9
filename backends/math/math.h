/*
 * Transcendental operations as arithmetic, for targets that have none.
 *
 *   math.c   rewrites a module; states the accuracy of each operation
 *   write.c  how expansions are written
 *   exp.c    exponentials, logarithms, powers, hyperbolic functions
 *   trig.c   sine, cosine, tangent and their inverses
 *   other.c  cube root, error function, hypotenuse, remainder
 */
#ifndef HEDRA_BACKENDS_MATH_MATH_H
#define HEDRA_BACKENDS_MATH_MATH_H

#include "backends/kir/kir.h"

/* The module with the transcendental operations expanded; a new one in
 * `arena`. */
struct kir_module *kir_expand_math(struct arena *arena,
                                   const struct kir_module *module);

#endif
