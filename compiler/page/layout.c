/*
 * Orders of arrays with layouts: a line through the elements of a small array,
 * as they follow each other in memory, from dark to light. Of three dimensions
 * the last one goes back into the picture.
 */
#include "compiler/page/local.h"

#include "runtime/region/region.h"

#include <stdlib.h>

enum { CELL = 14, MARGIN = 12, PLANE = 32, SPACE = 8 };

/* The elements of a box by their places in memory. */
struct walk {
    struct ordered_box box;
    struct hedra_ordered how;
    int64_t *element; /* per place; -1: a gap */
};

/* The side of the box that is drawn: of two tiles, if there is room. */
static int64_t side_of(const struct scop_layout *layout, int a)
{
    int64_t most = layout->dims == 2 ? PLANE : SPACE, side = SPACE;
    if (a >= layout->dims)
        return 1;
    while (side < 2 * layout->tile[a] && side < most)
        side *= 2;
    return side;
}

static bool take_walk(struct arena *arena, const struct scop_layout *layout,
                      struct walk *w)
{
    int64_t size[3] = {1, 1, 1};
    struct report why;
    w->how = (struct hedra_ordered){.dims = layout->dims,
                                    .outer = (int)layout->outer,
                                    .inner = (int)layout->inner,
                                    .curve = layout->curve};
    for (int a = 0; a < 3; a++) {
        w->how.tile[a] = layout->tile[a];
        w->how.axis[a] = layout_axis(layout, a);
        size[w->how.axis[a]] = side_of(layout, a);
    }
    if (!ordered_make(&w->box, &w->how, 1, 1, size, &why))
        return false;
    size_t span = (size_t)w->box.span;
    w->element = arena_alloc(arena, sizeof *w->element * (span + 1));
    for (size_t k = 0; k < span; k++)
        w->element[k] = -1;
    return true;
}

/* Element x, which is of the axes, in the memory's order. */
static int64_t place_of(const struct ordered_box *box, const int64_t x[3])
{
    const int64_t *tile = box->how->tile;
    const int64_t t[3] = {x[0] / tile[0], x[1] / tile[1], x[2] / tile[2]};
    const int32_t *place;
    int64_t begin = ordered_tile(box, t, &place);
    return begin + place[(x[0] % tile[0] * tile[1] + x[1] % tile[1]) * tile[2] +
                         x[2] % tile[2]];
}

/* Elements are numbered as the axes have them. */
static void find_elements(struct walk *w)
{
    const int64_t *n = w->box.size;
    for (int64_t e = 0; e < n[0] * n[1] * n[2]; e++) {
        const int64_t x[3] = {e / n[2] / n[1], e / n[2] % n[1], e % n[2]};
        w->element[place_of(&w->box, x)] = e;
    }
}

/* Where element e is drawn: the first subscript goes down, the second one to
 * the right. */
static void find_point(const struct walk *w, int64_t e, double *x, double *y)
{
    const int64_t *n = w->box.size;
    const int64_t axes[3] = {e / n[2] / n[1], e / n[2] % n[1], e % n[2]};
    int64_t s[3] = {0, 0, 0};
    for (int a = 0; a < 3; a++)
        s[w->how.axis[a]] = axes[a];
    *x = MARGIN + CELL * ((double)s[1] + 0.45 * (double)s[2]);
    *y = MARGIN + CELL * ((double)s[0] + 0.3 * (double)s[2]);
}

static void put_line(struct buf *out, const struct walk *w)
{
    int64_t count = w->box.size[0] * w->box.size[1] * w->box.size[2], drawn = 0;
    double x0 = 0, y0 = 0, x, y;
    for (int64_t k = 0; k < w->box.span; k++) {
        if (w->element[k] < 0)
            continue;
        find_point(w, w->element[k], &x, &y);
        if (drawn++) {
            buf_printf(out,
                       "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
                       "y2=\"%.1f\" stroke-width=\"2\" stroke=\"",
                       x0, y0, x, y);
            page_put_shade(out, (int)drawn, (int)count + 1);
            buf_puts(out, "\"/>\n");
        }
        x0 = x;
        y0 = y;
    }
}

static void put_layout(const struct page_part *part,
                       const struct scop_array *array)
{
    struct buf *out = part->out;
    struct walk w;
    double width = 0, height = 0;
    if (!take_walk(part->arena, array->layout, &w))
        return;
    find_elements(&w);
    int64_t all = w.box.size[0] * w.box.size[1] * w.box.size[2];
    find_point(&w, all - 1, &width, &height);
    buf_printf(out,
               "<figure class=\"layout\">\n<svg role=\"img\" width=\"%.0f\" "
               "height=\"%.0f\">\n<title>",
               width + MARGIN, height + MARGIN);
    page_printf_text(out, "The order of %s", array->name);
    buf_puts(out, "</title>\n");
    put_line(out, &w);
    buf_puts(out, "</svg>\n<figcaption>");
    page_printf_text(out, "%s in the layout %s: %lld elements as they follow ",
                     array->name, array->layout->text, (long long)all);
    buf_puts(out, "each other in memory, from dark to light.</figcaption>\n"
                  "</figure>\n");
    ordered_free(&w.box);
}

void page_put_layouts(const struct page_part *part)
{
    bool any = false;
    for (int k = 0; k < part->scop->array_count; k++) {
        const struct scop_array *array = &part->scop->array[k];
        if (!array->layout)
            continue;
        if (!any)
            buf_puts(part->out, "<h3>Layouts</h3>\n<div class=\"figures\">\n");
        any = true;
        put_layout(part, array);
    }
    if (any)
        buf_puts(part->out, "</div>\n");
}
