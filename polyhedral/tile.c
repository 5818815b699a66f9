/*
 * What a tile for the host's caches costs: the cache lines that its points ask
 * of the second cache and of memory.
 *
 * Accesses that move alike over one array are a group, whose elements in a box
 * of the band's loops are a box of the array. If the boxes of all groups, for
 * the loops of a tile from some depth on, fit into a cache together, then each
 * line is loaded once while the loop around them goes round, and again for each
 * iteration of those farther out (Wolf and Lam's reuse, with boxes for sets).
 */
#include "polyhedral/poly.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 64,
    NEAR_BYTES = 24 * 1024, /* of the first cache, most of it … */
    FAR_BYTES = 512 * 1024, /* … and of the second one, half */
    BELOW = 16,             /* iterations of a loop below the band, typically */
    AGAIN = 16              /* tiles in a row, typically */
};

/* Clocks for a line from the second cache and from memory, for an iteration,
 * and for beginning the innermost loop. */
static const double NEAR_COST = 4, FAR_COST = 16, POINT_COST = 1, LOOP_COST = 8;

struct tile {
    const struct poly *poly;
    const struct access_patterns *all;
    int count;           /* members */
    const int64_t *size; /* per member */
    int *order;          /* members, outermost point loop first */
    bool *lead;          /* per pattern: the first one of its group */
};

static bool is_alike(const struct tile *t, const struct access_pattern *a,
                     const struct access_pattern *b)
{
    size_t bytes = sizeof *a->delta * (size_t)(a->dims * a->rank);
    return a->known && b->known &&
           t->poly->access[a->access].array ==
               t->poly->access[b->access].array &&
           a->dims == b->dims && a->rank == b->rank &&
           memcmp(a->delta, b->delta, bytes) == 0;
}

static void find_groups(struct tile *t)
{
    for (int k = 0; k < t->all->count; k++) {
        const struct access_pattern *p = &t->all->pattern[k];
        t->lead[k] = p->known;
        for (int j = 0; j < k; j++)
            if (is_alike(t, &t->all->pattern[j], p))
                t->lead[k] = false;
    }
}

/* Lines of a group's box for `box[m]` iterations of each member. */
static double lines(const struct tile *t, const struct access_pattern *p,
                    const int64_t *box)
{
    double all = 1;
    for (int r = 0; r < p->rank; r++) {
        double extent = 1;
        for (int d = t->all->first; d < p->dims; d++) {
            int m = d - t->all->first;
            double trips = m < t->count ? (double)box[m] : BELOW;
            extent += fabs((double)p->delta[d * p->rank + r]) * (trips - 1);
        }
        if (r == p->rank - 1)
            extent = 1 + (extent - 1) * access_bytes(t->poly, p) / LINE;
        all *= extent;
    }
    return all;
}

static double footprint(const struct tile *t, const int64_t *box)
{
    double sum = 0;
    for (int k = 0; k < t->all->count; k++)
        if (t->lead[k])
            sum += LINE * lines(t, &t->all->pattern[k], box);
    return sum;
}

static bool moves_along(const struct tile *t, const struct access_pattern *p,
                        int member)
{
    int d = t->all->first + member;
    for (int r = 0; d < p->dims && r < p->rank; r++)
        if (p->delta[d * p->rank + r])
            return true;
    return false;
}

/* Lines that a tile loads into a cache of so many bytes. */
static double misses(const struct tile *t, double bytes, int64_t *box)
{
    int depth = 0, last = t->count - 1;
    double sum = 0, rounds = 1;
    memcpy(box, t->size, sizeof *box * (size_t)t->count);
    while (depth < t->count && footprint(t, box) > bytes)
        box[t->order[depth++]] = 1;
    if (depth > 0)
        box[t->order[depth - 1]] = t->size[t->order[depth - 1]];
    for (int k = 0; k + 1 < depth; k++)
        rounds *= (double)t->size[t->order[k]];
    for (int k = 0; k < t->all->count; k++) {
        const struct access_pattern *p = &t->all->pattern[k];
        if (!t->lead[k])
            continue;
        double own = rounds * lines(t, p, box);
        bool stays = depth == 0 && !moves_along(t, p, last);
        sum += stays ? own / AGAIN : own;
    }
    return sum;
}

static void remark(const struct tile *t, const struct choice_traffic *traffic,
                   struct loc loc)
{
    struct arena *arena = t->poly->arena;
    const char *size = "";
    for (int k = 0; k < t->count; k++)
        size = arena_printf(arena, "%s%s%lld", size, k ? " x " : "",
                            (long long)t->size[k]);
    fault_add(
        t->poly->faults, FAULT_TILED, loc,
        "of tiles of %s, a point asks the second cache for %.2f bytes and "
        "memory for %.2f: the model expects %s to limit it",
        size, LINE * traffic->near, LINE * traffic->far, tile_limit(traffic));
}

void tile_predict(struct poly *poly, isl_schedule_node *band,
                  const int64_t *size, bool rotated, struct loc loc)
{
    int count = (int)isl_schedule_node_band_n_member(band);
    struct tile t = {.poly = poly, .count = count, .size = size};
    double points = 1;
    if (!poly->choice || !poly->choice->predict)
        return;
    t.all = access_find(poly, band);
    t.order = arena_alloc(poly->arena, sizeof *t.order * (size_t)count);
    t.lead = arena_alloc(poly->arena, (size_t)t.all->count + 1);
    int64_t *box = arena_alloc(poly->arena, sizeof *box * (size_t)count);
    for (int k = 0; k < count; k++) {
        t.order[k] = rotated ? (k + 1) % count : k;
        points *= (double)size[k];
    }
    find_groups(&t);
    struct choice_traffic traffic = {
        .known = true,
        .near = misses(&t, NEAR_BYTES, box) / points,
        .far = misses(&t, FAR_BYTES, box) / points,
    };
    traffic.cycles = NEAR_COST * traffic.near + FAR_COST * traffic.far +
                     POINT_COST + LOOP_COST / (double)size[t.order[count - 1]];
    remark(&t, &traffic, loc);
    if (traffic.cycles > poly->choice->traffic.cycles)
        poly->choice->traffic = traffic;
}

const char *tile_limit(const struct choice_traffic *traffic)
{
    double near = NEAR_COST * traffic->near, far = FAR_COST * traffic->far;
    if (far >= near && far >= POINT_COST)
        return "memory";
    return near >= POINT_COST ? "the second cache" : "arithmetic";
}
