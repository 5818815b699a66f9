/*
 * The class of curves: whole cubes, boxes that are cut out of them with gaps or
 * without, and boxes that are cut into bricks, which are such boxes themselves.
 */
#include "runtime/order/local.h"

#include <stdlib.h>

/* Bricks ------------------------------------------------------------------- */

/* The box in cubes of 2^levels, row-major. One brick is `low` to `low + size`,
 * and `before` cells lie in the bricks before it. */
struct brick {
    uint32_t low[3], size[3];
    uint64_t before;
};

static struct brick brick_at(const struct hedra_order *o, const uint32_t x[3])
{
    struct brick b;
    for (int a = 0; a < 3; a++) {
        b.low[a] = x[a] >> o->levels << o->levels;
        b.size[a] = (uint32_t)box_clip(o->size[a], b.low[a], 1U << o->levels);
    }
    b.before = (uint64_t)b.low[0] * o->size[1] * o->size[2] +
               (uint64_t)b.size[0] * ((uint64_t)b.low[1] * o->size[2] +
                                      (uint64_t)b.size[1] * b.low[2]);
    return b;
}

static struct brick brick_of(const struct hedra_order *o, uint64_t index)
{
    const uint32_t side = 1U << o->levels;
    const uint64_t slab = (uint64_t)o->size[1] * o->size[2];
    uint32_t x[3];
    x[0] = (uint32_t)(index / slab) >> o->levels << o->levels;
    index -= x[0] * slab;
    const uint64_t thick = box_clip(o->size[0], x[0], side);
    const uint64_t row = thick * o->size[2];
    x[1] = (uint32_t)(index / row) >> o->levels << o->levels;
    index -= x[1] * row;
    const uint64_t column = thick * box_clip(o->size[1], x[1], side);
    x[2] = (uint32_t)(index / column) >> o->levels << o->levels;
    return brick_at(o, x);
}

/* Single cells ------------------------------------------------------------- */

static uint64_t index_of(const struct hedra_order *o, const uint32_t x[3])
{
    if (o->whole)
        return curve_index(o->curve, 0, o->levels, x);
    const struct brick b = brick_at(o, x);
    const uint32_t within[3] = {x[0] - b.low[0], x[1] - b.low[1],
                                x[2] - b.low[2]};
    return b.before + box_rank(o->curve, o->levels, b.size, within);
}

static bool coords_of(const struct hedra_order *o, uint64_t index,
                      uint32_t x[3])
{
    if (o->whole) {
        curve_cell(o->curve, 0, o->levels, index, x);
        return order_holds(o, x);
    }
    const struct brick b = brick_of(o, index);
    box_cell(o->curve, o->levels, b.size, index - b.before, x);
    for (int a = 0; a < 3; a++)
        x[a] += b.low[a];
    return true;
}

/* Walks -------------------------------------------------------------------- */

struct descent {
    const struct hedra_order *o;
    const struct order_plan *plan;
    const uint32_t *size; /* of the brick */
    struct order_part part;
    const struct order_visitor *visitor;
    /* Full tiles: those that are visited next, and those that are being found.
     */
    struct order_tiles next, found;
};

static int64_t number_of(const struct order_plan *plan, const uint32_t x[3])
{
    return plan->stride[0] * x[0] + plan->stride[1] * x[1] +
           plan->stride[2] * x[2];
}

/* What lies in the box and in the range of a tile whose first cell, at `low`,
 * has `index`. */
static void visit_rest(const struct descent *w, int state, int levels,
                       const uint32_t low[3], uint64_t index)
{
    const struct curve *c = w->o->curve;
    const int64_t corner = w->part.base + number_of(w->plan, low);
    int64_t place[1 << 3 * TILE_LEVELS];
    uint64_t first = 0;
    int count = 0;
    for (uint64_t n = 0; n < UINT64_C(1) << levels * c->dims; n++) {
        uint32_t x[3];
        curve_cell(c, state, levels, n, x);
        bool is_there = true;
        for (int a = 0; a < c->dims; a++)
            is_there = is_there && low[a] + x[a] < w->size[a];
        if (is_there && index >= w->part.begin && index < w->part.end) {
            if (count == 0)
                first = index;
            place[count++] = number_of(w->plan, x);
        } else if (count > 0 && w->o->whole) { /* a gap follows */
            w->visitor->visit(w->visitor->context, w->part.shift + first,
                              corner, place, count);
            count = 0;
        }
        index += w->o->whole || is_there;
    }
    if (count > 0)
        w->visitor->visit(w->visitor->context, w->part.shift + first, corner,
                          place, count);
}

/* No more tiles lie beside those that were found. */
static void close_found(struct descent *w)
{
    if (w->next.count > 0)
        w->visitor->tiles(w->visitor->context, &w->next, &w->found);
    w->next = w->found;
    w->found.count = 0;
}

static void visit_held(struct descent *w)
{
    close_found(w);
    close_found(w);
}

static void visit_full(struct descent *w, int state, uint64_t index,
                       int64_t base)
{
    const int dims = w->o->dims;
    const int cells = 1 << TILE_LEVELS * dims;
    struct order_tiles *found = &w->found;
    if (!w->visitor->tiles || w->plan->along < 0) {
        w->visitor->visit(w->visitor->context, index, base,
                          w->plan->tile + (int64_t)state * cells, cells);
        return;
    }
    if (found->count == TILES_TOGETHER ||
        base != found->base + found->count * TILE_SIDE)
        close_found(w);
    if (found->count == 0) {
        found->rows = cells / TILE_SIDE;
        found->row = w->plan->row;
        found->base = base;
    }
    const int n = found->count++;
    found->index[n] = index;
    found->slot[n] = w->plan->slot[state];
    found->rank[n] = w->plan->rank[state];
    found->lines[n] = w->plan->lines ? &w->plan->lines[state] : NULL;
}

/* A tile that lies within the box and the range is visited at once. */
static void visit_tile(struct descent *w, int state, int levels,
                       const uint32_t low[3], uint64_t index)
{
    const struct curve *c = w->o->curve;
    const uint64_t cells = UINT64_C(1) << levels * c->dims;
    if (levels == TILE_LEVELS && box_is_inside(c, levels, w->size, low) &&
        index >= w->part.begin && index + cells <= w->part.end)
        visit_full(w, state, w->part.shift + index,
                   w->part.base + number_of(w->plan, low));
    else
        visit_rest(w, state, levels, low, index);
}

/* The cube of 2^levels at `low` begins with `index`. */
static void descend(struct descent *w, int state, int levels,
                    const uint32_t low[3], uint64_t index)
{
    const struct curve *c = w->o->curve;
    if (levels <= TILE_LEVELS) {
        visit_tile(w, state, levels, low, index);
        return;
    }
    const uint64_t whole = UINT64_C(1) << (levels - 1) * c->dims;
    uint64_t volume[8];
    box_volumes(c, state, levels - 1, w->size, low, volume);
    for (int d = 0; d < 1 << c->dims && index < w->part.end; d++) {
        const uint64_t indices = w->o->whole ? whole : volume[d];
        if (volume[d] > 0 && index + indices > w->part.begin) {
            uint32_t corner[3] = {low[0], low[1], low[2]};
            box_enter(c, c->octant[state][d], levels - 1, corner);
            descend(w, c->next[state][d], levels - 1, corner, index);
        }
        index += indices;
    }
}

static void walk(const struct hedra_order *o, const struct order_plan *plan,
                 const struct order_part *part,
                 const struct order_visitor *visitor)
{
    static const uint32_t origin[3] = {0, 0, 0};
    struct descent w = {.o = o,
                        .plan = plan,
                        .size = o->size,
                        .part = *part,
                        .visitor = visitor};
    uint64_t begin = part->begin;
    if (o->whole) {
        descend(&w, 0, o->levels, origin, 0);
        visit_held(&w);
        return;
    }
    while (begin < part->end) {
        const struct brick b = brick_of(o, begin);
        const uint64_t cells = (uint64_t)b.size[0] * b.size[1] * b.size[2];
        const uint64_t end = b.before + cells;
        w.size = b.size;
        w.part = (struct order_part){
            part->base + number_of(plan, b.low), part->shift + b.before,
            begin - b.before, (end < part->end ? end : part->end) - b.before};
        descend(&w, 0, o->levels, origin, 0);
        begin = end;
    }
    visit_held(&w);
}

/* Scans -------------------------------------------------------------------- */

uint64_t curve_tiles(const struct hedra_order *o)
{
    uint64_t tiles = 1;
    for (int a = 0; a < o->dims; a++)
        tiles *= (o->size[a] - 1) / TILE_SIDE + 1;
    return o->levels < TILE_LEVELS ? 0 : tiles;
}

/* The corner of tile n, counted along the axes of the box. */
static void tile_at(const struct hedra_order *o, uint64_t n, uint32_t low[3])
{
    low[2] = 0;
    for (int b = o->dims - 1; b >= 0; b--) {
        int a = 0;
        while (o->axis[a] != b)
            a++;
        const uint32_t tiles = (o->size[a] - 1) / TILE_SIDE + 1;
        low[a] = (uint32_t)(n % tiles) * TILE_SIDE;
        n /= tiles;
    }
}

static void scan(const struct hedra_order *o, const struct order_plan *plan,
                 const struct order_part *part,
                 const struct order_visitor *visitor)
{
    struct descent w = {.o = o, .plan = plan, .visitor = visitor};
    w.part.end = UINT64_MAX;
    for (uint64_t n = part->begin; n < part->end; n++) {
        uint32_t low[3];
        int state;
        tile_at(o, n, low);
        if (o->whole) {
            w.size = o->size;
            const uint64_t first = box_enter_at(
                o->curve, o->levels, TILE_LEVELS, o->size, low, true, &state);
            visit_tile(&w, state, TILE_LEVELS, low, first);
            continue;
        }
        const struct brick b = brick_at(o, low);
        const uint32_t within[3] = {low[0] - b.low[0], low[1] - b.low[1],
                                    low[2] - b.low[2]};
        w.size = b.size;
        w.part.base = number_of(plan, b.low);
        w.part.shift = b.before;
        const uint64_t first = box_enter_at(o->curve, o->levels, TILE_LEVELS,
                                            b.size, within, false, &state);
        visit_tile(&w, state, TILE_LEVELS, within, first);
    }
    visit_held(&w);
}

/* Plans -------------------------------------------------------------------- */

/* Rows come in the order of Morton's code, so that four of them in turn are
 * those of cubes of two cells a side, whose indices follow each other. */
static void fill_lines(const uint16_t slot[TILE_CELLS], struct order_lines *l)
{
    for (int n = 0; n < TILE_CELLS; n++) {
        const int row = slot[n] / TILE_SIDE, column = slot[n] % TILE_SIDE;
        const int cube = row / 4 * 4 + column / 2,
                  cell = row % 4 * 2 + column % 2;
        l->line[cube] = (uint8_t)(n / 8);
        l->there[cube][n % 8] = (uint8_t)cell;
        l->back[cube][cell] = (uint8_t)(n % 8);
    }
}

/* Rows of tiles along the axis whose cells are neighbours; none if there is no
 * such axis. */
static bool plan_rows(const struct hedra_order *o, struct order_plan *plan)
{
    const struct curve *c = o->curve;
    int rows = 0, row_of[TILE_CELLS];
    plan->along = -1;
    for (int a = 0; a < o->dims; a++)
        if (plan->stride[a] == 1)
            plan->along = a;
    if (plan->along < 0)
        return true;
    plan->slot = malloc((size_t)c->states * sizeof *plan->slot);
    plan->rank = malloc((size_t)c->states * sizeof *plan->rank);
    if (o->dims == 3)
        plan->lines = malloc((size_t)c->states * sizeof *plan->lines);
    if (!plan->slot || !plan->rank || (o->dims == 3 && !plan->lines))
        return false;
    for (uint64_t code = 0; code < UINT64_C(1) << TILE_LEVELS * o->dims;
         code++) {
        uint32_t x[3];
        code_split(o->dims, code, x);
        if (x[plan->along] > 0)
            continue;
        row_of[code] = rows;
        plan->row[rows++] = number_of(plan, x);
    }
    for (int s = 0; s < c->states; s++)
        for (uint64_t n = 0; n < UINT64_C(1) << TILE_LEVELS * o->dims; n++) {
            uint32_t x[3];
            curve_cell(c, s, TILE_LEVELS, n, x);
            const uint32_t column = x[plan->along];
            x[plan->along] = 0;
            plan->slot[s][n] =
                (uint16_t)(row_of[code_morton(o->dims, x)] * TILE_SIDE +
                           (int)column);
            plan->rank[s][plan->slot[s][n]] = (uint16_t)n;
        }
    for (int s = 0; s < c->states && plan->lines; s++)
        fill_lines(plan->slot[s], &plan->lines[s]);
    return true;
}

/* The places of the cells of a full tile, for each state. */
static bool make_plan(const struct hedra_order *o, struct order_plan *plan)
{
    const struct curve *c = o->curve;
    const uint64_t cells = UINT64_C(1) << TILE_LEVELS * c->dims;
    plan->tile = malloc((uint64_t)c->states * cells * sizeof *plan->tile);
    if (!plan->tile)
        return false;
    for (int s = 0; s < c->states; s++)
        for (uint64_t n = 0; n < cells; n++) {
            uint32_t x[3];
            curve_cell(c, s, TILE_LEVELS, n, x);
            plan->tile[(uint64_t)s * cells + n] = number_of(plan, x);
        }
    return plan_rows(o, plan);
}

const struct order_class order_curve = {index_of, coords_of, make_plan, walk,
                                        scan};

/* Setup -------------------------------------------------------------------- */

static int levels_for(uint32_t side)
{
    int levels = 0;
    while (1U << levels < side)
        levels++;
    return levels;
}

static enum hedra_status refuse_exact(const struct hedra_order *o,
                                      uint32_t longest, struct hedra_error *why)
{
    const int64_t next = INT64_C(1) << levels_for(longest);
    if (o->dims == 2)
        return error_set(why, HEDRA_ERROR_SIZE,
                         "sides %lld x %lld are not equal powers of two, which "
                         "the fit EXACT needs: the next ones are %lld x %lld, "
                         "or write COMPACT or PAD",
                         (long long)o->extent[0], (long long)o->extent[1],
                         (long long)next, (long long)next);
    return error_set(why, HEDRA_ERROR_SIZE,
                     "sides %lld x %lld x %lld are not equal powers of two, "
                     "which the fit EXACT needs: the next ones are %lld x %lld "
                     "x %lld, or write COMPACT or PAD",
                     (long long)o->extent[0], (long long)o->extent[1],
                     (long long)o->extent[2], (long long)next, (long long)next,
                     (long long)next);
}

static enum hedra_status choose_brick(struct hedra_order *o, int64_t side,
                                      uint32_t shortest,
                                      struct hedra_error *why)
{
    if (side < 0 || side > HEDRA_ORDER_MAX_SIDE || (side & (side - 1)))
        return error_set(why, HEDRA_ERROR_VALUE,
                         "tile[0] is %lld, but a brick's side is a power of "
                         "two up to 2^21, or 0",
                         (long long)side);
    const int levels = levels_for(side > 0 ? (uint32_t)side : shortest);
    if (levels < o->levels) {
        o->levels = levels;
        o->whole = false;
    }
    return error_none(why);
}

static void set_masks(struct hedra_order *o)
{
    const uint32_t all = (uint32_t)((UINT64_C(1) << o->levels) - 1);
    for (int a = 0; a < o->dims; a++) {
        const int bit = o->curve->octant[0][1] == 1 ? a : o->dims - 1 - a;
        const int at = o->curve->is_morton ? bit : a;
        o->mask[a] = code_spread(o->dims, all) << at;
        o->last[a] = code_spread(o->dims, o->size[a] - 1) << at;
    }
}

enum hedra_status curve_setup(struct hedra_order *o,
                              const struct hedra_order_options *options,
                              struct hedra_error *why)
{
    uint32_t longest = o->size[0], shortest = o->size[0];
    bool is_cube = true;
    o->class = &order_curve;
    o->curve = malloc(sizeof *o->curve);
    if (!o->curve)
        return error_no_memory(why);
    if (!curve_derive(o->curve, o->kind, o->dims))
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "the rule of %s does not fill cubes",
                         hedra_order_kind_name(o->kind));
    for (int a = 1; a < o->dims; a++) {
        is_cube = is_cube && o->size[a] == o->size[0];
        longest = o->size[a] > longest ? o->size[a] : longest;
        shortest = o->size[a] < shortest ? o->size[a] : shortest;
    }
    is_cube = is_cube && !(longest & (longest - 1));
    if (o->fit == HEDRA_ORDER_EXACT && !is_cube)
        return refuse_exact(o, longest, why);
    o->levels = levels_for(longest);
    o->whole = is_cube || o->fit == HEDRA_ORDER_PAD;
    o->span = o->cells;
    set_masks(o);
    if (o->fit == HEDRA_ORDER_PAD)
        o->span = box_last(o->curve, o->levels, o->size) + 1;
    if (o->fit == HEDRA_ORDER_BRICK)
        return choose_brick(o, options->tile[0], shortest, why);
    return error_none(why);
}
