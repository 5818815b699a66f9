/*
 * Dependency files in the syntax of make, as compilers write them for -MD.
 */
#ifndef HEDRA_COMPILER_DRIVER_MAKE_RULE_H
#define HEDRA_COMPILER_DRIVER_MAKE_RULE_H

#include <stdbool.h>

#include "runtime/base/base.h"

/* Appends a rule that makes `target` depend on the files. `quote`: `target` is
 * a path whose special characters are to be quoted; else it is written as it
 * is. `phony`: an empty rule for each file but the first follows, so that make
 * does not fail when a header is removed. */
void depend_put_rule(struct buf *out, const char *target, bool quote,
                     const char *const *file, int count, bool phony);

#endif
