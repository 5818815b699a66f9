/*
 * C texts of what the caller evaluates before a nest, whether or not the nest
 * would: where a pointer on the way is null, as it may be if nothing is asked
 * for, the value is 0.
 */
#ifndef HEDRA_COMPILER_SOURCE_NULL_GUARD_H
#define HEDRA_COMPILER_SOURCE_NULL_GUARD_H

#include <stdbool.h>

#include "runtime/base/base.h"

/* Does the text lead through pointers: p->n, t[2], (*p).n? */
bool null_guard_needed(const char *text);

/* Appends the text in parentheses behind `before` ("&" or ""), or 0 in its
 * place where one of these pointers is null. */
void null_guard_put(struct buf *out, const char *before, const char *text);

#endif
