/*
 * What a tile for the host's caches costs: the cache lines that its points ask
 * of the second cache and of memory.
 *
 * Accesses that move alike over one array are a group, whose elements in a box
 * of the band's loops are a box of the array. If the boxes of all groups, for
 * the loops of a tile from some depth on, fit into a cache together, then each
 * line is loaded once while the loop around them iterates, and again for each
 * iteration of those farther out (Wolf and Lam's reuse, with boxes for sets).
 */
#include "polyhedral/cost/cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = CACHE_LINE,
    NEAR_BYTES = 24 * 1024, /* most of the first cache */
    FAR_BYTES = 512 * 1024, /* half of the second one */
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
    int64_t *box;        /* per member: scratch */
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

static bool strides_with(const struct tile *t, const struct access_pattern *p,
                         int member)
{
    int d = t->all->first + member;
    for (int r = 0; d < p->dims && r < p->rank; r++)
        if (p->delta[d * p->rank + r])
            return true;
    return false;
}

/* Lines that a tile loads into a cache of so many bytes. */
static double misses(const struct tile *t, double bytes)
{
    int64_t *box = t->box;
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
        bool stays = depth == 0 && !strides_with(t, p, last);
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
        "of tiles of %s, an iteration asks the second cache for %.2f bytes and "
        "memory for %.2f: the model expects %s to limit it",
        size, LINE * traffic->near, LINE * traffic->far,
        cache_traffic_limit(traffic));
}

static struct choice_traffic traffic_of(const struct tile *t)
{
    double points = 1;
    for (int k = 0; k < t->count; k++)
        points *= (double)t->size[k];
    struct choice_traffic traffic = {
        .known = true,
        .near = misses(t, NEAR_BYTES) / points,
        .far = misses(t, FAR_BYTES) / points,
    };
    traffic.cycles = NEAR_COST * traffic.near + FAR_COST * traffic.far +
                     POINT_COST +
                     LOOP_COST / (double)t->size[t->order[t->count - 1]];
    return traffic;
}

static struct tile tile_of(const struct poly *poly,
                           const struct access_patterns *all, int count,
                           const int64_t *size, bool rotated)
{
    struct tile t = {.poly = poly, .all = all, .count = count, .size = size};
    size_t room = (size_t)count + 1;
    t.order = arena_alloc(poly->arena, sizeof *t.order * room);
    t.lead = arena_alloc(poly->arena, (size_t)t.all->count + 1);
    t.box = arena_alloc(poly->arena, sizeof *t.box * room);
    for (int k = 0; k < count; k++)
        t.order[k] = rotated ? (k + 1) % count : k;
    find_groups(&t);
    return t;
}

static struct tile tile_of_band(const struct poly *poly,
                                isl_schedule_node *band, const int64_t *size,
                                bool rotated)
{
    return tile_of(poly, access_find(poly, band),
                   (int)isl_schedule_node_band_n_member(band), size, rotated);
}

struct choice_traffic cache_traffic_of_band(const struct poly *poly,
                                            isl_schedule_node *band,
                                            const int64_t *size, bool rotated)
{
    struct tile t = tile_of_band(poly, band, size, rotated);
    return traffic_of(&t);
}

/* Iterations that access different elements in a box of `box[m]` iterations of
 * each member: no more lines are touched, though the box of elements may hold
 * them, as where a dimension strides with two subscripts. */
static double elements(const struct tile *t, const struct access_pattern *p,
                       const int64_t *box)
{
    double all = 1;
    for (int d = t->all->first; d < p->dims; d++) {
        int m = d - t->all->first;
        bool moves = false;
        for (int r = 0; r < p->rank; r++)
            moves |= p->delta[d * p->rank + r] != 0;
        if (moves)
            all *= m < t->count ? (double)box[m] : BELOW;
    }
    return all;
}

double cache_traffic_bytes(const struct poly *poly,
                           const struct access_patterns *all,
                           const int64_t *size)
{
    struct tile t = tile_of(poly, all, all->members, size, false);
    double sum = 0;
    for (int k = 0; k < all->count; k++)
        if (t.lead[k])
            sum += LINE * fmin(lines(&t, &all->pattern[k], size),
                               elements(&t, &all->pattern[k], size));
    return sum;
}

void cache_traffic_predict(const struct poly *poly, isl_schedule_node *band,
                           const int64_t *size, bool rotated, struct loc loc)
{
    if (!poly->choice || !poly->choice->predict)
        return;
    struct tile t = tile_of_band(poly, band, size, rotated);
    struct choice_traffic traffic = traffic_of(&t);
    remark(&t, &traffic, loc);
    if (traffic.cycles > poly->choice->traffic.cycles)
        poly->choice->traffic = traffic;
}

/* Choosing ----------------------------------------------------------------- */

/* Each size by so many powers of two, of so many members at most. */
enum { LEAST_SHIFT = -2, MOST_SHIFT = 2, MOST_MEMBERS = 5 };

/* The model leaves much out: what it does not expect to take this part of the
 * usual sizes' clocks stays. */
static const double MARGIN = 0.8;

/* Sizes between which the innermost loop fills vectors and its beginning is
 * little, and there are tiles for many threads. */
enum { LEAST = 8, MOST = 64, LEAST_INNER = 64, MOST_INNER = 1024 };

static bool is_in_range(const struct tile *t, int member)
{
    bool inner = member == t->order[t->count - 1];
    return t->size[member] >= (inner ? LEAST_INNER : LEAST) &&
           t->size[member] <= (inner ? MOST_INNER : MOST);
}

/* The usual sizes with those members that are not `fixed` shifted. */
static bool shift_sizes(const struct tile *t, const int64_t *usual,
                        const bool *fixed, const int *shift, int64_t *size)
{
    bool good = true;
    for (int k = 0; k < t->count; k++) {
        size[k] = shift[k] < 0 ? usual[k] >> -shift[k] : usual[k] << shift[k];
        if (shift[k] != 0)
            good &= !fixed[k] && is_in_range(t, k);
    }
    return good;
}

void cache_traffic_choose(const struct poly *poly, isl_schedule_node *band,
                          bool rotated, const bool *fixed, int64_t *size)
{
    int count = (int)isl_schedule_node_band_n_member(band), shift[MOST_MEMBERS];
    int64_t usual[MOST_MEMBERS], now[MOST_MEMBERS];
    if (count > MOST_MEMBERS)
        return;
    struct tile t = tile_of_band(poly, band, now, rotated);
    for (int k = 0; k < count; k++) {
        usual[k] = now[k] = size[k];
        shift[k] = LEAST_SHIFT;
    }
    double best = traffic_of(&t).cycles * MARGIN;
    for (int k = 0; k >= 0;) {
        double cycles = HUGE_VAL;
        if (shift_sizes(&t, usual, fixed, shift, now))
            cycles = traffic_of(&t).cycles;
        if (cycles < best) {
            best = cycles;
            memcpy(size, now, sizeof *now * (size_t)count);
        }
        for (k = count - 1; k >= 0 && ++shift[k] > MOST_SHIFT; k--)
            shift[k] = LEAST_SHIFT;
    }
}

const char *cache_traffic_limit(const struct choice_traffic *traffic)
{
    double near = NEAR_COST * traffic->near, far = FAR_COST * traffic->far;
    if (far >= near && far >= POINT_COST)
        return "memory";
    return near >= POINT_COST ? "the second cache" : "arithmetic";
}
