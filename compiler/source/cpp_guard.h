/*
 * Conditional: directives such as #endif between a region's pragma and its end
 * that belong to an #if before the pragma.
 *
 *     #ifdef FAST
 *     #pragma hedra
 *     #endif
 *         for (...)
 *
 * What is put around the region must then depend on that #if itself.
 */
#ifndef HEDRA_COMPILER_SOURCE_CPP_GUARD_H
#define HEDRA_COMPILER_SOURCE_CPP_GUARD_H

#include <stdbool.h>
#include <stddef.h>

#include "compiler/source/lex.h"

struct conditional {
    bool found;
    size_t at; /* where the code begins: behind those of them before it */
};

/* Finds the conditional of the text from `begin`, the pragma, to before `end`,
 * which has no conditional errors. */
struct conditional conditional_find(const struct lex_source *source,
                                    size_t begin, size_t end);

#endif
