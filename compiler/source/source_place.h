/*
 * Places: the line and file that a C compiler would report for an offset of a
 * source text, with the text's own #line directives taken into account.
 */
#ifndef HEDRA_COMPILER_SOURCE_SOURCE_PLACE_H
#define HEDRA_COMPILER_SOURCE_SOURCE_PLACE_H

#include <stddef.h>

#include "compiler/source/lex.h"

struct source_place {
    int line;
    /* As it stands in the string literal of the last #line directive that names
     * a file; NULL if there is none. */
    const char *file;
    size_t file_length;
};

/* The offset behind the first line that includes a header where declarations
 * may stand (at file scope, outside of #if), if it ends before `limit`; else
 * `limit`. */
size_t place_find_include(const struct lex_source *source, size_t limit);

/* The place of the line that holds offset `at` (at <= length of the text). */
struct source_place place_find(const struct lex_source *source, size_t at);

#endif
