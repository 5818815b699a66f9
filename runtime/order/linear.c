/*
 * Row-major and column-major orderings, of any permutation of the axes and with
 * leading sizes (eq. 2).
 */
#include "runtime/order/local.h"

#include <stdlib.h>

static uint64_t index_of(const struct hedra_order *o, const uint32_t x[3])
{
    return o->stride[0] * x[0] + o->stride[1] * x[1] + o->stride[2] * x[2];
}

static bool coords_of(const struct hedra_order *o, uint64_t index,
                      uint32_t x[3])
{
    for (int a = 0; a < 3; a++) {
        const uint64_t at = index / o->stride[a];
        if (at >= o->size[a])
            return false;
        x[a] = (uint32_t)at;
        index -= at * o->stride[a];
    }
    return true;
}

/* The axis whose cells are neighbours in memory. */
static int fastest(const struct hedra_order *o)
{
    return o->dims - 1;
}

enum { RUN = 512 };

static bool make_plan(const struct hedra_order *o, struct order_plan *plan)
{
    plan->tile = malloc(RUN * sizeof *plan->tile);
    for (int n = 0; plan->tile && n < RUN; n++)
        plan->tile[n] = n * plan->stride[fastest(o)];
    return plan->tile != NULL;
}

/* The part of a row, of cells with coordinates `x` but for the fastest one,
 * whose first cell has the index `first`. */
static void walk_row(const struct hedra_order *o, const struct order_plan *plan,
                     const struct order_part *part,
                     const struct order_visitor *visitor, const uint32_t x[2],
                     uint64_t first)
{
    const int f = fastest(o);
    uint64_t at = part->begin > first ? part->begin - first : 0;
    uint64_t end = part->end - first;
    end = end < o->size[f] ? end : o->size[f];
    const int64_t base = part->base + plan->stride[0] * x[0] +
                         (f == 2 ? plan->stride[1] * x[1] : 0);
    while (at < end) {
        const uint64_t count = end - at < RUN ? end - at : RUN;
        visitor->visit(visitor->context, part->shift + first + at,
                       base + plan->stride[f] * (int64_t)at, plan->tile,
                       (int)count);
        at += count;
    }
}

static void walk(const struct hedra_order *o, const struct order_plan *plan,
                 const struct order_part *part,
                 const struct order_visitor *visitor)
{
    const uint32_t rows = o->dims == 3 ? o->size[1] : 1;
    uint32_t x[2] = {(uint32_t)(part->begin / o->stride[0]), 0};
    if (o->dims == 3)
        x[1] = (uint32_t)(part->begin % o->stride[0] / o->stride[1]);
    for (; x[0] < o->size[0]; x[0]++) {
        for (; x[1] < rows; x[1]++) {
            const uint64_t first = x[0] * o->stride[0] + x[1] * o->stride[1];
            if (first >= part->end)
                return;
            walk_row(o, plan, part, visitor, x, first);
        }
        x[1] = 0;
    }
}

const struct order_class order_linear = {index_of, coords_of, make_plan, walk,
                                         NULL};

/* The leading size along an axis of the ordering; 0 after an error. */
static uint64_t leading(const struct hedra_order *o,
                        const struct hedra_order_options *options, int a,
                        struct hedra_error *why)
{
    const int b = o->axis[a];
    const int64_t size = o->extent[b];
    const int64_t asked = options->leading[b] ? options->leading[b] : size;
    if (asked >= size)
        return (uint64_t)asked;
    error_set(why, HEDRA_ERROR_SIZE,
              "leading[%d] is %lld, less than size[%d], which is %lld", b,
              (long long)asked, b, (long long)size);
    return 0;
}

enum hedra_status linear_setup(struct hedra_order *o,
                               const struct hedra_order_options *options,
                               struct hedra_error *why)
{
    const int f = fastest(o);
    o->class = &order_linear;
    o->stride[2] = o->stride[f] = 1;
    o->span = 1;
    for (int a = f; a >= 0; a--) {
        uint64_t further, size;
        if (!order_times(o->stride[a], o->size[a] - 1, &further) ||
            further > (UINT64_C(1) << 63) - o->span)
            return error_set(why, HEDRA_ERROR_TOO_LARGE,
                             "indices exceed 63 bits");
        o->span += further;
        if (a == 0)
            break;
        if (!(size = leading(o, options, a, why)))
            return HEDRA_ERROR_SIZE;
        if (!order_times(o->stride[a], size, &o->stride[a - 1]))
            return error_set(why, HEDRA_ERROR_TOO_LARGE,
                             "the leading sizes' product exceeds 63 bits");
    }
    return error_none(why);
}
