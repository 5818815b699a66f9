/*
 * The door of source/: the text of a C file, without a compiler.
 *
 * Takes bytes; gives tokens, directives, places as a compiler reports them, and
 * what keeps generated names apart from the user's. Knows no libclang and no
 * scop. Owns nothing: results live in the arena given.
 *
 *   lex.c           tokens and directives by C's translation phases 1 to 3
 *   names.c         generated names and the user's macros, kept apart
 *   cpp_guard.c     directives around a region that belong to an outer #if
 *   null_guard.c    texts that read nothing through null pointers
 *   source_place.c  line and file of an offset, by the text's own #line
 */
#ifndef HEDRA_COMPILER_SOURCE_SOURCE_H
#define HEDRA_COMPILER_SOURCE_SOURCE_H

#include "compiler/source/cpp_guard.h"
#include "compiler/source/lex.h"
#include "compiler/source/names.h"
#include "compiler/source/null_guard.h"
#include "compiler/source/source_place.h"

#endif
