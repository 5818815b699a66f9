/*
 * Hybrid orderings (sec. 2.4): one ordering between tiles and one within, both
 * of any kind, hybrids included. Tiles that the box cuts are orderings of their
 * own, one for each of the up to eight shapes, and a table of where each tile
 * begins then takes the place of the product.
 */
#include "runtime/order/local.h"

#include <stdlib.h>

/* Which axes the box cuts the tile short along, a bit for each. */
static int shape_of(const struct hedra_order *o, const uint32_t tile[3])
{
    int shape = 0;
    for (int a = 0; a < 3; a++)
        if (o->fit != HEDRA_ORDER_PAD &&
            (uint64_t)(tile[a] + 1) * o->tile[a] > o->size[a])
            shape |= 1 << a;
    return shape;
}

static uint64_t start_of(const struct hedra_order *o, uint64_t outer)
{
    return o->start ? o->start[outer] : outer * o->inner[0]->span;
}

/* The child's own coordinates: its axes are of a box whose axes are ours. */
static uint64_t child_index(const struct hedra_order *child,
                            const uint32_t x[3])
{
    return hedra_order_index(child, x[0], x[1], x[2]);
}

static bool child_coords(const struct hedra_order *child, uint64_t index,
                         uint32_t x[3])
{
    int64_t cell[3];
    if (!hedra_order_coords(child, index, cell))
        return false;
    for (int a = 0; a < 3; a++)
        x[a] = (uint32_t)cell[a];
    return true;
}

static uint64_t index_of(const struct hedra_order *o, const uint32_t x[3])
{
    uint32_t tile[3], within[3];
    for (int a = 0; a < 3; a++) {
        tile[a] = x[a] / o->tile[a];
        within[a] = x[a] % o->tile[a];
    }
    return start_of(o, child_index(o->outer, tile)) +
           child_index(o->inner[shape_of(o, tile)], within);
}

/* The tile that holds an index, by bisection where there is a table. */
static uint64_t tile_at(const struct hedra_order *o, uint64_t index)
{
    if (!o->start)
        return index / o->inner[0]->span;
    uint64_t low = 0, high = o->outer->span;
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (o->start[middle] <= index)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool coords_of(const struct hedra_order *o, uint64_t index,
                      uint32_t x[3])
{
    const uint64_t outer = tile_at(o, index);
    uint32_t tile[3], within[3];
    if (!child_coords(o->outer, outer, tile) ||
        !child_coords(o->inner[shape_of(o, tile)], index - start_of(o, outer),
                      within))
        return false;
    for (int a = 0; a < 3; a++)
        x[a] = tile[a] * o->tile[a] + within[a];
    return order_holds(o, x);
}

/* Walks -------------------------------------------------------------------- */

static bool make_plan(const struct hedra_order *o, struct order_plan *plan)
{
    const int64_t *grid = o->outer->extent;
    const int64_t stride[3] = {grid[1] * grid[2], grid[2], 1};
    plan->outer = order_plan_new(o->outer, stride);
    if (!plan->outer)
        return false;
    for (int s = 0; s < 8; s++)
        if (o->inner[s] &&
            !(plan->inner[s] = order_plan_new(o->inner[s], plan->stride)))
            return false;
    return true;
}

/* Leaves out what the box does not hold of tiles that stick out (PAD). */
struct clipped {
    const struct hedra_order *o;
    const struct hedra_order *inner;
    uint32_t low[3];
    uint64_t start;
    const struct order_visitor *to;
};

static void visit_clipped(void *context, uint64_t index, int64_t base,
                          const int64_t *place, int count)
{
    const struct clipped *c = context;
    for (int n = 0; n < count; n++) {
        uint32_t x[3];
        child_coords(c->inner, index + (uint64_t)n - c->start, x);
        for (int a = 0; a < 3; a++)
            x[a] += c->low[a];
        if (order_holds(c->o, x))
            c->to->visit(c->to->context, index + (uint64_t)n, base, place + n,
                         1);
    }
}

static bool sticks_out(const struct hedra_order *o, const uint32_t low[3])
{
    for (int a = 0; a < 3; a++)
        if (low[a] + o->tile[a] > o->size[a])
            return true;
    return false;
}

/* A walk over the tiles. */
struct tiles {
    const struct hedra_order *o;
    const struct order_plan *plan;
    const struct order_part *part;
    const struct order_visitor *visitor;
};

static void walk_tile(const struct tiles *t, uint64_t outer,
                      const uint32_t tile[3])
{
    const struct hedra_order *o = t->o;
    const struct order_plan *plan = t->plan;
    const struct order_part *part = t->part;
    const int shape = shape_of(o, tile);
    const struct hedra_order *inner = o->inner[shape];
    const uint64_t start = start_of(o, outer);
    struct order_part own = {part->base, part->shift + start, 0, inner->span};
    uint32_t low[3];
    for (int a = 0; a < 3; a++) {
        low[a] = tile[a] * o->tile[a];
        own.base += plan->stride[a] * low[a];
    }
    if (part->begin > start)
        own.begin = part->begin - start;
    if (part->end - start < own.end)
        own.end = part->end - start;
    struct clipped clipped = {
        o, inner, {low[0], low[1], low[2]}, part->shift + start, t->visitor};
    const struct order_visitor through = {visit_clipped, &clipped, NULL, NULL};
    const bool cut = o->fit == HEDRA_ORDER_PAD && sticks_out(o, low);
    inner->class->walk(inner, plan->inner[shape], &own,
                       cut ? &through : t->visitor);
}

static void visit_tiles(void *context, uint64_t index, int64_t base,
                        const int64_t *place, int count)
{
    const struct tiles *t = context;
    const int64_t *grid = t->o->outer->extent;
    for (int n = 0; n < count; n++) {
        const int64_t number = base + place[n];
        const uint32_t tile[3] = {(uint32_t)(number / grid[2] / grid[1]),
                                  (uint32_t)(number / grid[2] % grid[1]),
                                  (uint32_t)(number % grid[2])};
        walk_tile(t, index + (uint64_t)n, tile);
    }
}

/* The outer ordering's own walk leaves out its gaps, which may be far more than
 * its tiles. */
static void walk(const struct hedra_order *o, const struct order_plan *plan,
                 const struct order_part *part,
                 const struct order_visitor *visitor)
{
    struct tiles tiles = {o, plan, part, visitor};
    const struct order_visitor each = {visit_tiles, &tiles, NULL, NULL};
    const struct order_part outer = {0, 0, tile_at(o, part->begin),
                                     tile_at(o, part->end - 1) + 1};
    o->outer->class->walk(o->outer, plan->outer, &outer, &each);
}

const struct order_class order_hybrid = {index_of, coords_of, make_plan, walk,
                                         NULL};

/* Setup -------------------------------------------------------------------- */

static enum hedra_status make_child(const struct hedra_order *o,
                                    const struct hedra_order_options *options,
                                    const uint32_t size[3], const char *what,
                                    struct hedra_order **out,
                                    struct hedra_error *why)
{
    struct hedra_order_options own = *options;
    struct hedra_error inside;
    own.dims = o->dims;
    for (int a = 0; a < 3; a++)
        own.size[a] = size[a];
    const enum hedra_status status = hedra_order_create(&own, out, &inside);
    if (status)
        return error_set(why, status, "%s: %s", what, inside.text);
    return error_none(why);
}

/* Orderings of all shapes of tiles that occur. */
static enum hedra_status make_inner(struct hedra_order *o,
                                    const struct hedra_order_options *options,
                                    struct hedra_error *why)
{
    for (int shape = 0; shape < 8; shape++) {
        uint32_t size[3];
        bool occurs = true;
        for (int a = 0; a < 3; a++) {
            const uint32_t rest = o->size[a] % o->tile[a];
            const bool is_cut = shape >> a & 1;
            size[a] = is_cut ? rest : o->tile[a];
            occurs = occurs && (is_cut ? rest > 0 && o->fit != HEDRA_ORDER_PAD
                                       : o->size[a] >= o->tile[a] ||
                                             o->fit == HEDRA_ORDER_PAD);
        }
        if (!occurs)
            continue;
        if (shape && options->inner->kind == HEDRA_ORDER_TABLE)
            return error_argument(why, "inner is a TABLE, which tiles that the "
                                       "box cuts cannot have: write PAD");
        const enum hedra_status status =
            make_child(o, options->inner, size, "inner", &o->inner[shape], why);
        if (status)
            return status;
    }
    return error_none(why);
}

/* Where each tile begins, if tiles differ; and the span. */
static enum hedra_status make_starts(struct hedra_order *o,
                                     struct hedra_error *why)
{
    bool differ = false;
    for (int s = 1; s < 8; s++)
        differ = differ || o->inner[s];
    if (!differ) {
        if (!order_times(o->outer->span, o->inner[0]->span, &o->span))
            return error_set(why, HEDRA_ERROR_TOO_LARGE,
                             "indices exceed 63 bits");
        return error_none(why);
    }
    if (o->outer->span >= SIZE_MAX / sizeof *o->start ||
        !(o->start = malloc((o->outer->span + 1) * sizeof *o->start)))
        return error_no_memory(why);
    uint64_t at = 0;
    for (uint64_t n = 0; n < o->outer->span; n++) {
        uint32_t tile[3];
        o->start[n] = at;
        if (!child_coords(o->outer, n, tile))
            continue;
        const uint64_t span = o->inner[shape_of(o, tile)]->span;
        if (span > (UINT64_C(1) << 63) - at)
            return error_set(why, HEDRA_ERROR_TOO_LARGE,
                             "indices exceed 63 bits");
        at += span;
    }
    o->start[o->outer->span] = o->span = at;
    return error_none(why);
}

static enum hedra_status check_tiles(struct hedra_order *o,
                                     const struct hedra_order_options *options,
                                     struct hedra_error *why)
{
    if (!options->outer || !options->inner)
        return error_argument(why, "HYBRID needs outer and inner");
    if (o->fit == HEDRA_ORDER_BRICK)
        return error_argument(why, "the fit BRICK is for curves, not HYBRID");
    for (int a = 0; a < 3; a++) {
        const int b = o->axis[a];
        const int64_t side =
            options->tile[b] ? options->tile[b] : options->tile[0];
        if (a < o->dims && (side < 1 || side > HEDRA_ORDER_MAX_SIDE))
            return error_set(why, HEDRA_ERROR_VALUE,
                             "tile[%d] is %lld; sides of tiles are from 1 to "
                             "2^21",
                             b, (long long)side);
        o->tile[a] = a < o->dims ? (uint32_t)side : 1;
        const uint32_t rest = o->size[a] % o->tile[a];
        if (rest && o->fit == HEDRA_ORDER_EXACT)
            return error_set(
                why, HEDRA_ERROR_SIZE,
                "size[%d] is %lld, no multiple of the tile's side %lld, which "
                "the fit EXACT needs: the next one is %lld, or write COMPACT "
                "or PAD",
                b, (long long)o->size[a], (long long)side,
                (long long)(o->size[a] - rest + o->tile[a]));
    }
    return error_none(why);
}

enum hedra_status hybrid_setup(struct hedra_order *o,
                               const struct hedra_order_options *options,
                               struct hedra_error *why)
{
    uint32_t grid[3];
    enum hedra_status status = check_tiles(o, options, why);
    o->class = &order_hybrid;
    if (status)
        return status;
    for (int a = 0; a < 3; a++)
        grid[a] = (o->size[a] - 1) / o->tile[a] + 1;
    if ((status =
             make_child(o, options->outer, grid, "outer", &o->outer, why)) ||
        (status = make_inner(o, options, why)))
        return status;
    return make_starts(o, why);
}
