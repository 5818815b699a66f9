/*
 * Names: how generated text and the user's source stay out of each other's way.
 *
 * Two things are done wherever text is put into the source. Generated names
 * that outlive a block carry a tag that makes them unlike any name in the
 * source and its headers: HD_, hdf_ and so on become HD1_, hdf1_ …; the tag is
 * empty unless that is needed; where it is, the text of <hedra_kernel.h> stands
 * in the place of its #include, since a header's names cannot change. And
 * macros of the user's by whose names the text goes (`size`, `restrict`, `x`)
 * are undefined around it, by #pragma push_macro, which gcc, clang and their
 * like know.
 */
#ifndef HEDRA_COMPILER_SOURCE_NAMES_H
#define HEDRA_COMPILER_SOURCE_NAMES_H

#include <stdbool.h>

#include "runtime/base/base.h"

struct names {
    const char *tag; /* digits, or empty */
    int macro_count, macro_cap;
    const char **macro; /* the user's, those that conditions leave out too;
                           sorted in the end */
    int word_count, word_cap;
    const char **word; /* of the source, that may be like generated ones */
    int function_count, function_cap;
    const char *
        *function; /* those with regions, as generated names have them */
};

/* The texts of <hedra.h>, <hedra_kernel.h>, <hedra_kernel_atomics.h> and
 * <hedra_kernel_lanes.h>, with the headers that are their parts. */
extern const char names_api[], names_kernel[], names_atomics[], names_lanes[];

/* Notes the words of a text of the user's that may be like generated ones. */
void names_read(struct arena *arena, struct names *names, const char *text,
                size_t length);
void names_add_macro(struct arena *arena, struct names *names,
                     const char *name);
/* Sorts, and finds the tag, once all is noted. */
void names_finish(struct arena *arena, struct names *names);

/* Returns the name in letters that every target's assembler takes. */
const char *names_plain(struct arena *arena, const char *name);

/* NULL stands for a source without names. */
const char *names_tag(const struct names *names);

/* Appends generated text that stands at file scope. */
void names_put(struct buf *out, const struct names *names, const char *text);

/* Appends statements, whole lines, which name the user's variables as well;
 * even these no macro may change, where a function that was inlined names them.
 * They have the tag already. */
void names_put_statements(struct buf *out, const struct names *names,
                          const char *text);

#endif
