/*
 * Page: one HTML document that explains what became of the marked nests.
 *
 * Takes compiled regions with their pictures (polyhedral/picture.h) and writes
 * a page that needs nothing else: styles, script and figures (SVG) are in it.
 * The text is well-formed XML as well as HTML; whatever comes from the user's
 * source is escaped. Owns nothing, computes nothing about programs.
 */
#ifndef HEDRA_COMPILER_PAGE_H
#define HEDRA_COMPILER_PAGE_H

#include "compiler/access.h"
#include "compiler/counts.h"
#include "compiler/glue.h"
#include "compiler/lex.h"
#include "runtime/base.h"
#include "runtime/fault.h"

struct page_region {
    const struct glue_region *glue; /* its region has a picture */
    /* The remarks and warnings on it: from `first` up to, not including, `end`
     * (NULL: to the end of the list). */
    const struct fault *first, *end;
    const struct access_totals *accesses; /* NULL: no GPU kernels */
};

struct page {
    const char *path;                /* of the source */
    const struct lex_source *source; /* NULL if it is not C */
    const struct counts *counts;     /* of a run on the simulator, or NULL */
    int region_count;
    const struct page_region *region;
};

/* Appends the document; `arena` is for what is needed while it is written. */
void page_put(struct arena *arena, struct buf *out, const struct page *page);

#endif
