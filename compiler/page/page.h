/*
 * The door of page/: one HTML document that explains what became of the marked
 * nests.
 *
 * Takes compiled regions with their pictures (polyhedral/picture/picture.h) and
 * writes a page that needs nothing else: styles, script and figures (SVG) are
 * in it. The text is well-formed XML as well as HTML; whatever comes from the
 * user's source is escaped. Owns nothing, computes nothing about programs.
 *
 *   page.c    the document: source, remarks, a part for each region
 *   plan.c    what became of the loops
 *   figure.c  drawings of a nest's points and dependences
 *   grid.c    which thread does what
 *   access.c  what memory accesses cost
 *   table.c   tables of kernels and arrays
 *   layout.c  the orders of arrays with layouts
 *   array.c   graphs of a data-stream array, and where they are laid out
 *   terms.c   the glossary, and links to it
 *   text.c    escapes, numbers and names, as HTML has them
 */
#ifndef HEDRA_COMPILER_PAGE_PAGE_H
#define HEDRA_COMPILER_PAGE_PAGE_H

#include "compiler/driver/driver.h"
#include "compiler/output/output.h"
#include "compiler/predict/predict.h"
#include "compiler/source/source.h"
#include "runtime/base/base.h"

struct page_region {
    const struct stub_region *launch; /* its region has a picture */
    /* The remarks and warnings on it: from `first` up to, not including, `end`
     * (NULL: to the end of the list). */
    const struct fault *first, *end;
    const struct access_totals *accesses; /* NULL: no GPU kernels */
    const struct report_summary *summary; /* NULL: there is none */
};

struct page {
    const char *path;                 /* of the source */
    const struct lex_source *source;  /* NULL if it is not C */
    const struct counts *counts;      /* of a run on the simulator, or NULL */
    const struct target_views *views; /* of a data-stream array, or NULL */
    int region_count;
    const struct page_region *region;
};

/* Appends the document; `arena` is for what is needed while it is written. */
void page_put(struct arena *arena, struct buf *out, const struct page *page);

#endif
