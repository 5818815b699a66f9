/*
 * What the printers of expressions and of programs share.
 */
#ifndef HEDRA_TESTS_FUZZ_PRINT_H
#define HEDRA_TESTS_FUZZ_PRINT_H

#include "tests/fuzz/nest.h"

/* The expression, in parentheses where it has an operator. */
void print_expr(const struct kernel *k, const struct expr *e, struct buf *out);
/* "n + 2", or a constant. */
void print_extent(const struct kernel *k, const struct extent *x,
                  struct buf *out);

#endif
