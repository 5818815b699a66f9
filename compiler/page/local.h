/*
 * What the files of page/ share: the parts of the page.
 */
#ifndef HEDRA_COMPILER_PAGE_LOCAL_H
#define HEDRA_COMPILER_PAGE_LOCAL_H

#include "compiler/page/page.h"
#include "polyhedral/picture/picture.h"

/* What the parts of one region are written from. */
struct page_part {
    struct arena *arena;
    struct buf *out;
    const struct page *page;
    const struct page_region *region;
    const struct scop *scop;
    const struct picture *picture;
    int first_line, last_line; /* of the source shown; 0, -1: none */
    int number; /* of the region, from 1: ids begin with rNUMBER */
};

/* The styles and the script, made of page.css and page.js by the build. */
extern const char page_style[];
extern const char page_script[];

/* text.c: texts as content of elements and of quoted attributes: what is
 * special in XML is escaped, what XML or UTF-8 does not permit is replaced. */
void page_put_text(struct buf *out, const char *text);
void page_put_text_n(struct buf *out, const char *text, size_t length);
/* An arena text of a printf format, escaped. */
void page_printf_text(struct buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* "S1(i=2, j=3)" */
void page_put_point(struct buf *out, const struct page_part *part, int stmt,
                    const struct picture_point *point);
/* The number of a line, a link to it if the page shows it; nothing for 0. */
void page_put_line(const struct page_part *part, int line);
/* "n = 8, m = 9"; nothing without parameters. */
void page_put_sizes(const struct page_part *part, const int64_t *size);
/* "K0[3]": a launch by the values of the host's loops around it. */
void page_put_launch(struct buf *out, const struct picture_kernel *kernel,
                     const int64_t *prefix);
/* A colour "#rrggbb" for `step` of `count`, from early to late, and whether
 * dark text is to stand on it. */
void page_put_shade(struct buf *out, int step, int count);
bool page_is_light(int step, int count);

/* terms.c: text whose terms lead to the glossary, each once; HTML that leads to
 * the term `id`; the name of a kind of faults; the glossary. */
void page_put_words(struct buf *out, const char *text);
void page_put_term(struct buf *out, const char *id, const char *html);
void page_put_kind(struct buf *out, enum fault_kind kind);
/* Heads of columns, with bars between, as terms. */
void page_put_columns(struct buf *out, const char *names);
void page_put_glossary(struct buf *out);

/* figure.c: iteration domains with dependences; slices by time. */
void page_put_figures(const struct page_part *part);
/* array.c: the graphs of a data-stream array. */
void page_put_array(const struct page_part *part);
/* layout.c: the order of each array with a layout, drawn over its elements. */
void page_put_layouts(const struct page_part *part);
/* plan.c: time × core. */
void page_put_plans(const struct page_part *part);
/* grid.c: the blocks of launches. */
void page_put_grids(const struct page_part *part);
/* access.c */
void page_put_accesses(const struct page_part *part);
/* table.c */
void page_put_remarks(const struct page_part *part);
void page_put_dependences(const struct page_part *part);
void page_put_kernels(const struct page_part *part);
void page_put_trees(const struct page_part *part);

extern const char *const page_side_name[PICTURE_SIDES];

#endif
