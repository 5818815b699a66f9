/*
 * Finds the events of a source (splice_event.h).
 */
#include "compiler/output/splice_event.h"

#include <stdlib.h>

#include "compiler/output/promised.h"
#include "compiler/source/source.h"

bool splice_is_idle(const struct splice_source *source,
                    const struct splice_data *data,
                    const struct stub_region *region, int count)
{
    bool idle = source->row_order;
    for (int k = 0; k < count && data->nest; k++)
        idle |= region[k].scop->begin == data->begin && region[k].region->kept;
    return idle;
}

static void add_event(struct splice_events *list, struct splice_event event)
{
    ARENA_PUSH(list->arena, list->event, list->count, list->cap, event);
}

static int compare_sizes(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_events(const void *left, const void *right)
{
    const struct splice_event *a = left, *b = right;
    int at = compare_sizes(a->at, b->at);
    int begin = compare_sizes(a->region_begin, b->region_begin);
    return at ? at : a->kind != b->kind ? (int)a->kind - (int)b->kind : begin;
}

static void add_region(struct splice_events *list, const struct stub_region *r)
{
    const struct scop *s = r->scop;
    if (!r->region->kept || promised_is_there(r))
        add_event(list, (struct splice_event){s->insert, SPLICE_DEFINE,
                                              s->begin, r, NULL});
    add_event(list,
              (struct splice_event){s->begin, SPLICE_REPLACE, 0, r, NULL});
}

static void add_data(struct splice_events *list, const struct splice_data *d)
{
    add_event(list,
              (struct splice_event){d->begin, SPLICE_OPEN_DATA, 0, NULL, d});
    add_event(list,
              (struct splice_event){d->end, SPLICE_CLOSE_DATA, 0, NULL, d});
}

/*
 * All that happens, in the order of the source. <hedra_kernel.h> goes behind
 * the first header that the source includes: before that, macros that choose
 * what headers declare may still come; later, the user's own macros might meet
 * its names.
 */
struct splice_events splice_events_of(struct arena *arena,
                                      const struct splice_source *source,
                                      const struct stub_region *region,
                                      int count)
{
    struct splice_events list = {.arena = arena};
    size_t first = SIZE_MAX;
    for (int k = 0; k < count; k++) {
        const struct stub_region *r = &region[k];
        if (source->openmp && r->region->kept)
            continue;
        add_region(&list, r);
        first = r->scop->insert < first ? r->scop->insert : first;
    }
    for (int k = 0; !source->openmp && k < source->data_count; k++) {
        const struct splice_data *d = &source->data[k];
        if (d->nest && splice_is_idle(source, d, region, count))
            continue;
        add_data(&list, d);
        first = d->insert < first ? d->insert : first;
    }
    if (list.count > 0) {
        size_t at = place_find_include(source->source, first);
        add_event(&list,
                  (struct splice_event){.at = at, .kind = SPLICE_INCLUDE});
        qsort(list.event, (size_t)list.count, sizeof *list.event,
              compare_events);
    }
    return list;
}

bool splice_is_defining(const struct splice_events *list, int k, size_t at)
{
    return k >= 0 && k < list->count && list->event[k].kind == SPLICE_DEFINE &&
           list->event[k].at == at;
}
