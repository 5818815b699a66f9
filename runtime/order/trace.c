/*
 * The blocks of memory that a stencil over all cells reads, in order (Alg. 1):
 * centres in the order of the path, and it is the block of the neighbour's
 * index that enters the cache.
 */
#include "runtime/order/metric.h"

struct tracer {
    struct sweep sweep;
    uint64_t block, lines;
    bool faces;
    enum hedra_status (*touch)(void *context, int64_t count,
                               const uint64_t *block, struct hedra_error *why);
    void *context;
    struct hedra_error *why;
    enum hedra_status status;
    int64_t held;
    uint64_t hold[1024];
};

static void flush(struct tracer *t)
{
    if (t->held > 0 && !t->status)
        t->status = t->touch(t->context, t->held, t->hold, t->why);
    t->held = 0;
}

static void put(struct tracer *t, uint64_t index)
{
    const uint64_t first = t->lines > 1 ? index * t->lines : index / t->block;
    for (uint64_t n = 0; n < t->lines; n++) {
        if (t->held == (int64_t)(sizeof t->hold / sizeof *t->hold))
            flush(t);
        t->hold[t->held++] = first + n;
    }
}

static bool is_inside(const struct tracer *t, const int64_t centre[3],
                      const int32_t cell[3])
{
    for (int b = 0; b < 3; b++) {
        const int64_t at = centre[b] + cell[b];
        if (at < 0 || at >= t->sweep.order->extent[b])
            return false;
    }
    return true;
}

static void visit(void *context, uint64_t index, int64_t base,
                  const int64_t *place, int count)
{
    struct tracer *t = context;
    const struct hedra_stencil *stencil = t->sweep.stencil;
    for (int n = 0; n < count && !t->status; n++) {
        int64_t centre[3];
        const int64_t number = base + place[n];
        const bool is_far = sweep_centre(&t->sweep, number, centre);
        if (!is_far && !t->faces)
            continue;
        for (int64_t m = 0; m < stencil->count; m++)
            if (is_far || is_inside(t, centre, stencil->cell[m]))
                put(t, sweep_rank(&t->sweep, number + t->sweep.step[m]));
    }
}

/* Puts the cells of a block and the blocks of a cell in place; false if they
 * are not good. */
static bool take_options(const struct hedra_trace_options *o, uint64_t *block,
                         uint64_t *lines)
{
    if (!o || o->block < 0 || o->lines < 0 || (o->block > 1 && o->lines > 1))
        return false;
    *block = o->block ? (uint64_t)o->block : 1;
    *lines = o->lines ? (uint64_t)o->lines : 1;
    return true;
}

uint64_t hedra_trace_blocks(const struct hedra_order *order,
                            const struct hedra_trace_options *options)
{
    uint64_t block, lines, blocks;
    if (!order || !take_options(options, &block, &lines) ||
        !order_times((order->span - 1) / block + 1, lines, &blocks))
        return 0;
    return blocks;
}

enum hedra_status hedra_order_trace(
    const struct hedra_order *order, const struct hedra_stencil *stencil,
    const struct hedra_trace_options *options,
    enum hedra_status (*touch)(void *context, int64_t count,
                               const uint64_t *block, struct hedra_error *why),
    void *context, struct hedra_error *why)
{
    struct tracer t = {.touch = touch, .context = context, .why = why};
    if (!touch)
        return error_argument(why, "touch is NULL");
    if (!take_options(options, &t.block, &t.lines))
        return error_argument(why, "options is NULL, or block or lines is "
                                   "negative, or both are above 1");
    if (order && hedra_trace_blocks(order, options) == 0)
        return error_set(why, HEDRA_ERROR_TOO_LARGE, "blocks exceed 63 bits");
    t.faces = options->faces;
    t.status = sweep_new(&t.sweep, order, stencil, t.faces, why);
    if (t.status)
        return t.status;
    const bool walked =
        order_walk(order, 1, &(struct order_visitor){visit, &t, NULL, NULL});
    flush(&t);
    sweep_drop(&t.sweep);
    if (!walked)
        return error_no_memory(why);
    return t.status ? t.status : error_none(why);
}
