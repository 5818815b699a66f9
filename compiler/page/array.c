/*
 * Graphs of a data-stream array: what each needs of it, why it cannot get
 * stuck, and the grid, where it is laid out.
 */
#include "backends/target.h"
#include "compiler/page/local.h"

#include <string.h>

static bool is_of_region(const struct page_part *part, const char *kernel)
{
    const struct kir_module *gpu = part->region->launch->gpu;

    for (int k = 0; gpu && k < gpu->func_count; k++)
        if (strcmp(gpu->func[k]->name, kernel) == 0)
            return true;
    return false;
}

static void put_text(struct buf *out, const char *text)
{
    if (!text || !*text)
        return;
    buf_puts(out, "<pre>");
    page_put_text(out, text);
    buf_puts(out, "</pre>\n");
}

static void put_view(struct buf *out, const struct target_view *view)
{
    buf_puts(out, "<p><code>");
    page_put_text(out, view->kernel);
    buf_puts(out, "</code>: ");
    page_put_text(out, view->says);
    buf_puts(out, "</p>\n<details><summary>What it needs, and why it cannot"
                  " get stuck</summary>\n");
    put_text(out, view->detail);
    buf_puts(out, "</details>\n");
    if (!view->picture)
        return;
    put_text(out, view->places);
    buf_printf(out,
               "<figure class=\"wide\">\n%s<figcaption>Green: computes; yellow:"
               " passes on; blue: a port. Links from green (few of their words"
               " carry a value) to red (all do); blue lines go round in a ring."
               " A click on a name shows its routes.</figcaption>\n</figure>\n",
               view->picture);
}

void page_put_array(const struct page_part *part)
{
    const struct target_views *views = part->page->views;
    bool any = false;

    for (const struct target_view *v = views ? views->first : NULL; v;
         v = v->next) {
        if (!is_of_region(part, v->kernel))
            continue;
        if (!any)
            buf_puts(part->out, "<h3>Data-stream array</h3>\n");
        any = true;
        put_view(part->out, v);
    }
}
