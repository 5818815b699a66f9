/*
 * Splice: puts compiled regions back into the user's source.
 *
 * Reads the text of the source and the compiled regions; writes the text of
 * the C file that holds both. The user's text is copied as it stands but for
 * the marking pragmas, which C compilers would warn of; #line directives keep
 * its places. Owns nothing.
 */
#ifndef HEDRA_COMPILER_SPLICE_H
#define HEDRA_COMPILER_SPLICE_H

#include "compiler/glue.h"
#include "runtime/base.h"

struct splice_source {
    const char *path; /* for #line, as the user wrote it */
    const char *text;
    size_t length;
};

/* Appends the C file. The regions, in any order, do not overlap; those that
 * are kept stay where they are. False, with a fault, if a region cannot be
 * expressed. */
bool splice_source(const struct splice_source *source,
                   const struct glue_region *region, int count, struct buf *out,
                   struct faults *faults);

#endif
