/*
 * What splice.c puts where: includes, definitions, calls in the place of
 * regions, and blocks of data, by their offsets in the user's text.
 */
#ifndef HEDRA_COMPILER_OUTPUT_SPLICE_EVENT_H
#define HEDRA_COMPILER_OUTPUT_SPLICE_EVENT_H

#include "compiler/output/splice.h"

/* Something that happens at an offset; at the same one in this order. */
enum splice_event_kind {
    SPLICE_INCLUDE,
    SPLICE_CLOSE_DATA,
    SPLICE_DEFINE,
    SPLICE_OPEN_DATA,
    SPLICE_REPLACE
};

struct splice_event {
    size_t at;
    enum splice_event_kind kind;
    size_t region_begin; /* orders the definitions at one place */
    const struct stub_region *region;
    const struct splice_data *data;
};

struct splice_events {
    struct arena *arena;
    int count, cap;
    struct splice_event *event;
};

/* Is the block that of a region which stays as it is, so that nothing is to lie
 * otherwise, or are there no layouts here? */
bool splice_is_idle(const struct splice_source *source,
                    const struct splice_data *data,
                    const struct stub_region *region, int count);
/* All that happens, in the order of the source, in the arena. */
struct splice_events splice_events_of(struct arena *arena,
                                      const struct splice_source *source,
                                      const struct stub_region *region,
                                      int count);
/* Does event k continue the definitions at one place? */
bool splice_is_defining(const struct splice_events *list, int k, size_t at);

#endif
