/*
 * What the page of --explain=html shows of a graph: what --explain says, and
 * the grid where it is laid out.
 */
#include "backends/dataflow/view.h"

#include <string.h>

/* A kernel may have a graph made of it more than once: the last one counts. */
static struct target_view *view_of(struct target_views *views,
                                   struct arena *arena,
                                   const struct kir_func *f)
{
    struct target_view *view = views->first;

    while (view && strcmp(view->kernel, f->name) != 0)
        view = view->next;
    if (view)
        return view;
    view = arena_alloc(arena, sizeof *view);
    view->kernel = f->name;
    if (views->last)
        views->last->next = view;
    else
        views->first = view;
    views->last = view;
    return view;
}

void flow_view(struct target_views *views, struct arena *arena,
               const struct kir_func *f, const struct racer_graph *g,
               const struct racer_arch *arch, const char *certificate)
{
    struct target_view *view = view_of(views, arena, f);
    struct faults said = faults_new(arena);

    flow_remark(f, g, arch, certificate, &said);
    view->says = said.first->message;
    view->detail = said.first->detail;
}

void flow_view_places(struct target_views *views, struct arena *arena,
                      const struct kir_func *f, const struct racer_graph *g,
                      const struct racer_arch *arch,
                      const struct place_report *report)
{
    struct target_view *view = view_of(views, arena, f);
    struct faults said = faults_new(arena);
    struct racer_streams streams;
    struct racer_rings rings = {0};
    struct buf picture = {0};

    flow_remark_places(f, arch, report, &said);
    view->places = arena_printf(arena, "%s\n%s", said.first->message,
                                said.first->detail ? said.first->detail : "");
    if (!racer_order(arena, g, &streams, &said) ||
        !racer_find_rings(arena, g, &streams, &rings, &said))
        rings.count = 0;
    place_picture(arena, &picture, g, arch, &rings);
    view->picture = arena_strndup(arena, picture.text, picture.length);
    buf_free(&picture);
}
