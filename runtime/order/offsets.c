/* How far the cells of a stencil lie from its centre in memory: a histogram of
 * all differences, in a hash table that grows. */
#include "runtime/order/metric.h"

#include <stdlib.h>

struct histogram {
    int64_t *offset;
    uint64_t *count; /* 0: free */
    int bits;        /* of the number of places */
    uint64_t used;
};

static bool histogram_new(struct histogram *h, int bits)
{
    *h = (struct histogram){calloc((size_t)1 << bits, sizeof *h->offset),
                            calloc((size_t)1 << bits, sizeof *h->count), bits,
                            0};
    return h->offset && h->count;
}

static void histogram_drop(struct histogram *h)
{
    free(h->offset);
    free(h->count);
}

static void add(struct histogram *h, int64_t offset, uint64_t count)
{
    const uint64_t mask = (UINT64_C(1) << h->bits) - 1;
    uint64_t at =
        (uint64_t)offset * UINT64_C(0x9e3779b97f4a7c15) >> (64 - h->bits);
    while (h->count[at] && h->offset[at] != offset)
        at = (at + 1) & mask;
    h->used += h->count[at] == 0;
    h->offset[at] = offset;
    h->count[at] += count;
}

/* Room for one more, so that half of the places stay free. */
static bool make_room(struct histogram *h)
{
    struct histogram larger;
    if (2 * h->used < UINT64_C(1) << h->bits)
        return true;
    if (!histogram_new(&larger, h->bits + 1)) {
        histogram_drop(&larger);
        return false;
    }
    for (uint64_t n = 0; n < UINT64_C(1) << h->bits; n++)
        if (h->count[n])
            add(&larger, h->offset[n], h->count[n]);
    histogram_drop(h);
    *h = larger;
    return true;
}

struct entry {
    int64_t offset;
    uint64_t count;
};

static int by_offset(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static bool sort_into(const struct histogram *h, struct hedra_offsets *out)
{
    struct entry *list = malloc((h->used + 1) * sizeof *list);
    out->offset = malloc((h->used + 1) * sizeof *out->offset);
    out->count = malloc((h->used + 1) * sizeof *out->count);
    if (!list || !out->offset || !out->count) {
        free(list);
        hedra_offsets_free(out);
        return false;
    }
    for (uint64_t n = 0; n < UINT64_C(1) << h->bits; n++)
        if (h->count[n])
            list[out->kinds++] = (struct entry){h->offset[n], h->count[n]};
    qsort(list, (size_t)out->kinds, sizeof *list, by_offset);
    for (int64_t n = 0; n < out->kinds; n++) {
        out->offset[n] = list[n].offset;
        out->count[n] = list[n].count;
        out->total += list[n].count;
    }
    free(list);
    return true;
}

static bool count_all(const struct sweep *s, struct histogram *h)
{
    for (int64_t n = 0; n < (int64_t)s->order->cells; n++) {
        int64_t cell[3];
        if (!sweep_centre(s, n, cell))
            continue;
        const int64_t own = (int64_t)sweep_rank(s, n);
        for (int64_t m = 0; m < s->stencil->count; m++) {
            if (!make_room(h))
                return false;
            add(h, (int64_t)sweep_rank(s, n + s->step[m]) - own, 1);
        }
    }
    return true;
}

enum hedra_status hedra_order_offsets(const struct hedra_order *order,
                                      const struct hedra_stencil *stencil,
                                      struct hedra_offsets *out,
                                      struct hedra_error *why)
{
    struct sweep s;
    struct histogram h;
    if (!out)
        return error_argument(why, "out is NULL");
    *out = (struct hedra_offsets){0};
    const enum hedra_status status = sweep_new(&s, order, stencil, false, why);
    if (status)
        return status;
    const bool good =
        histogram_new(&h, 12) && count_all(&s, &h) && sort_into(&h, out);
    histogram_drop(&h);
    sweep_drop(&s);
    return good ? error_none(why) : error_no_memory(why);
}

void hedra_offsets_free(struct hedra_offsets *offsets)
{
    free(offsets->offset);
    free(offsets->count);
    *offsets = (struct hedra_offsets){0};
}

double hedra_offsets_within(const struct hedra_offsets *offsets, uint64_t most)
{
    uint64_t found = 0;
    for (int64_t n = 0; n < offsets->kinds; n++) {
        const int64_t offset = offsets->offset[n];
        if ((uint64_t)(offset < 0 ? -offset : offset) <= most)
            found += offsets->count[n];
    }
    return offsets->total ? (double)found / (double)offsets->total : 0;
}
