/*
 * Variables of shared loops that mostly have one value: where they do,
 * compilers fill vectors, if they are told.
 */
#ifndef HEDRA_COMPILER_OUTPUT_USUAL_VALUE_H
#define HEDRA_COMPILER_OUTPUT_USUAL_VALUE_H

#include "polyhedral/scop/scop.h"

/* The first loop that the text stands for; -1: there is none. */
int usual_loop_of(const struct scop *s, const struct loop_text *text);
/* Does the variable say how far apart elements lie along the innermost loop, as
 * in x[i * incx]? It mostly is 1, and a compiler that does not know that fills
 * no vectors; in the author's function it often knows. */
bool usual_is_unit_stride(const struct scop *s, const struct loop_text *text,
                          const struct loop_capture *c);
/* Does the variable end the only loop in the shared one, which counts up to it
 * from the number *first? Compilers fill vectors with iterations of the loop
 * around only if they know that this one runs. */
bool usual_ends_inner(const struct scop *s, const struct loop_text *text,
                      const struct loop_capture *c, int64_t *first);

#endif
