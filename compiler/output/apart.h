/*
 * What the pointers that a shared loop's text names lead to, and whether
 * compilers are to be told that these are different objects.
 */
#ifndef HEDRA_COMPILER_OUTPUT_APART_H
#define HEDRA_COMPILER_OUTPUT_APART_H

#include "polyhedral/scop/scop.h"

/* The array of the scop that is all that the pointer leads to; -1: none is. */
int apart_array(const struct scop *s, const struct loop_capture *c);
/* Does the loop look elements up in the array, whose elements are narrow?
 * Compilers that know it to be apart from what is written make vectors of them,
 * for which no processor has an instruction: they load element by element. */
bool apart_is_table(const struct scop *s, const struct loop_text *text,
                    int array);
/* Has each pointer an object of its own, which no other name leads to, and do
 * compilers gain by knowing that? */
bool apart_are_all(const struct scop *s, const struct loop_text *text);

#endif
