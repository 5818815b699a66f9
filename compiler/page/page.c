/*
 * The document: its head, and for each region the parts in order.
 */
#include "compiler/page/local.h"

#include <string.h>

#include "compiler/source/source.h"

static void put_head(struct buf *out, const struct page *page)
{
    buf_puts(out,
             "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\""
             " lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta "
             "name=\"viewport\" content=\"width=device-width, "
             "initial-scale=1\"/>\n<title>");
    page_put_text(out, page->path);
    buf_puts(out, ", explained by hedrac</title>\n<style>\n/*<![CDATA[*/\n");
    buf_puts(out, page_style);
    buf_puts(out, "/*]]>*/\n</style>\n</head>\n<body>\n<header>\n<h1>");
    page_put_text(out, page->path);
    buf_puts(out, "</h1>\n");
}

static void put_contents(struct buf *out, const struct page *page)
{
    buf_puts(out, "<nav aria-label=\"Regions\"><ol>\n");
    for (int k = 0; k < page->region_count; k++) {
        const struct scop *scop = page->region[k].launch->scop;
        buf_printf(out, "<li><a href=\"#r%d\">", k + 1);
        page_printf_text(out, "%s, line %d",
                         scop->function ? scop->function : "region",
                         scop->loc.line);
        buf_puts(out, "</a></li>\n");
    }
    buf_puts(out, "</ol>\n<p><a href=\"#terms\">Terms</a></p></nav>\n");
}

/* How to read the page, for those who see one for the first time. */
static void put_guide(struct buf *out)
{
    buf_printf(
        out,
        "<details class=\"guide\"><summary>How to read this page</summary>\n"
        "<p>A point is one execution of a statement, at the values of the "
        "loops&#8217; counters; colours tell statements apart. An arrow goes "
        "from a point to one that waits for it: <span class=\"flow-key\">"
        "solid</span> where a value moves, <span class=\"reuse-key\">"
        "dashed</span> where memory is written again. Point at one to see its "
        "arrows, and the same point in all figures.</p>\n"
        "<p>Slices show the same points coloured by time: points of one colour "
        "are executed at the same time, so no arrow joins them. The plan shows "
        "them on time, downward, and core: a core is a thread of the GPU, or a "
        "chunk of work that a thread of the host takes. Lines across the plan "
        "are launches of kernels, which wait for one another; lines downward "
        "separate the blocks of a GPU. Where a Plan is made when the program "
        "runs, by what arrays hold, further figures show it for data that is "
        "made up.</p>\n"
        "<p>Everything is drawn from the sets and relations that the program "
        "was compiled with, for sizes that are small enough to be seen. A "
        "page shows at most %d points and %d arrows, a region a quarter of "
        "them, and a loop as many iterations as fit; what is left out is said "
        "below the figure.</p>\n"
        "<p>Words with dots below are <a href=\"#terms\">terms</a>: point at "
        "one to read what it means, or follow it.</p>\n</details>\n",
        PICTURE_PAGE_POINTS, PICTURE_PAGE_ARROWS);
}

static size_t line_start(const char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return at;
}

/* Finds the lines of the region, numbered as in the file. */
static void find_lines(struct page_part *part)
{
    const struct page *page = part->page;
    part->last_line = -1;
    if (!page->source || part->scop->end > page->source->lex.length)
        return;
    const char *text = page->source->lex.text;
    size_t begin = line_start(text, part->scop->begin);
    part->first_line = place_find(page->source, begin).line;
    part->last_line = part->first_line;
    for (size_t k = begin; k + 1 < part->scop->end; k++)
        part->last_line += text[k] == '\n';
}

static void put_source(const struct page_part *part)
{
    struct buf *out = part->out;
    const struct page *page = part->page;
    if (part->last_line < part->first_line)
        return;
    const struct lex *x = &page->source->lex;
    size_t begin = line_start(x->text, part->scop->begin);
    buf_puts(out, "<pre class=\"source\"><code>");
    for (int line = part->first_line; line <= part->last_line; line++) {
        const char *text = x->text + begin;
        const char *newline = memchr(text, '\n', x->length - begin);
        size_t length = newline ? (size_t)(newline - text) : x->length - begin;
        buf_printf(out,
                   "<span class=\"line\" id=\"r%d-l%d\"><span class=\"no\">"
                   "%d</span>",
                   part->number, line, line);
        page_put_text_n(out, text, length);
        buf_puts(out, "\n</span>");
        begin += length + 1;
    }
    buf_puts(out, "</code></pre>\n");
}

static void put_sizes(const struct page_part *part)
{
    struct buf *out = part->out;
    const struct picture *picture = part->picture;
    if (!picture->sizes_hold) {
        buf_puts(out, "<p class=\"note\">No sizes were found at which this "
                      "region could be drawn.</p>\n");
    } else if (part->scop->param_count) {
        buf_puts(out, "<p>Drawn for <span class=\"sizes\">");
        page_put_sizes(part, picture->size);
        buf_puts(out, "</span>.</p>\n");
    }
    if (picture->missing)
        buf_printf(out,
                   "<p class=\"note\">This region is too complex to be drawn "
                   "whole; left out: %s.</p>\n",
                   picture->missing);
}

/* A heading that is a term. */
static void put_heading(const struct page_part *part, const char *term,
                        const char *title)
{
    buf_puts(part->out, "<h3>");
    page_put_term(part->out, term, title);
    buf_puts(part->out, "</h3>\n");
}

static void put_summary(const struct page_part *part)
{
    const struct report_summary *s = part->region->summary;
    struct buf *out = part->out;
    if (!s)
        return;
    const struct {
        const char *name, *text;
    } lines[] = {{"runs", s->runs},
                 {"limited by", s->limit},
                 {"expected", s->expected},
                 {"would help", s->help}};
    buf_puts(out, "<dl class=\"summary\">\n");
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
        buf_printf(out, "<dt>%s</dt><dd>", lines[k].name);
        page_put_words(out, lines[k].text);
        buf_puts(out, "</dd>\n");
    }
    buf_puts(out, "</dl>\n");
}

static void put_region(const struct page_part *part)
{
    struct buf *out = part->out;
    buf_printf(out, "<section id=\"r%d\">\n<h2>", part->number);
    page_printf_text(out, "%d. %s", part->number,
                     part->scop->function ? part->scop->function : "region");
    buf_puts(out, "</h2>\n");
    if (part->region->launch->region->kept)
        buf_puts(out, "<p class=\"note\">Nothing here can run in parallel: the "
                      "region stays as it is.</p>\n");
    put_summary(part);
    put_source(part);
    page_put_remarks(part);
    put_heading(part, "point", "Iterations");
    put_sizes(part);
    buf_puts(out, "<div class=\"figures\">\n");
    page_put_figures(part);
    buf_puts(out, "</div>\n");
    page_put_dependences(part);
    put_heading(part, "plan", "Plan");
    page_put_plans(part);
    put_heading(part, "kernel", "Kernels");
    if (!part->page->views)
        page_put_grids(part);
    page_put_kernels(part);
    page_put_array(part);
    page_put_accesses(part);
    page_put_layouts(part);
    put_heading(part, "tree", "Schedule");
    page_put_trees(part);
    buf_puts(out, "</section>\n");
}

void page_put(struct arena *arena, struct buf *out, const struct page *page)
{
    put_head(out, page);
    put_contents(out, page);
    put_guide(out);
    buf_puts(out, "</header>\n<main>\n");
    for (int k = 0; k < page->region_count; k++) {
        const struct page_region *region = &page->region[k];
        struct page_part part = {
            .arena = arena,
            .out = out,
            .page = page,
            .region = region,
            .scop = region->launch->region->picture->scop,
            .picture = region->launch->region->picture,
            .number = k + 1,
        };
        find_lines(&part);
        put_region(&part);
    }
    page_put_glossary(out);
    buf_puts(out, "</main>\n<script>\n//<![CDATA[\n");
    buf_puts(out, page_script);
    buf_puts(out, "//]]>\n</script>\n</body>\n</html>\n");
}
