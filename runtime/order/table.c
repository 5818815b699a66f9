/* Orderings that the caller hands over as a table, which is checked. */
#include "runtime/order/local.h"

#include <stdlib.h>
#include <string.h>

/* The row-major number along the axes of the ordering. */
static uint64_t number_of(const struct hedra_order *o, const uint32_t x[3])
{
    return ((uint64_t)x[0] * o->size[1] + x[1]) * o->size[2] + x[2];
}

static uint64_t index_of(const struct hedra_order *o, const uint32_t x[3])
{
    return o->to_index[number_of(o, x)];
}

static void split(const struct hedra_order *o, uint64_t number, uint32_t x[3])
{
    for (int a = 2; a >= 0; a--) {
        x[a] = (uint32_t)(number % o->size[a]);
        number /= o->size[a];
    }
}

static bool coords_of(const struct hedra_order *o, uint64_t index,
                      uint32_t x[3])
{
    split(o, o->to_cell[index], x);
    return true;
}

static bool make_plan(const struct hedra_order *o, struct order_plan *plan)
{
    return true;
}

static void walk(const struct hedra_order *o, const struct order_plan *plan,
                 const struct order_part *part,
                 const struct order_visitor *visitor)
{
    enum { RUN = 256 };
    int64_t place[RUN];
    for (uint64_t at = part->begin; at < part->end; at += RUN) {
        const uint64_t rest = part->end - at;
        const int count = rest < RUN ? (int)rest : RUN;
        for (int n = 0; n < count; n++) {
            uint32_t x[3];
            split(o, o->to_cell[at + (uint64_t)n], x);
            place[n] = plan->stride[0] * x[0] + plan->stride[1] * x[1] +
                       plan->stride[2] * x[2];
        }
        visitor->visit(visitor->context, part->shift + at, part->base, place,
                       count);
    }
}

const struct order_class order_table = {index_of, coords_of, make_plan, walk,
                                        NULL};

enum hedra_status table_setup(struct hedra_order *o,
                              const struct hedra_order_options *options,
                              struct hedra_error *why)
{
    o->class = &order_table;
    if (!options->table)
        return error_argument(why, "TABLE needs table");
    o->span = o->cells;
    if (o->cells > SIZE_MAX / sizeof *o->to_index)
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "the table's bytes exceed 63 bits");
    const size_t bytes = o->cells * sizeof *o->to_index;
    o->to_index = malloc(bytes);
    o->to_cell = malloc(bytes);
    if (!o->to_index || !o->to_cell)
        return error_no_memory(why);
    memcpy(o->to_index, options->table, bytes);
    memset(o->to_cell, 255, bytes);
    for (uint64_t n = 0; n < o->cells; n++) {
        const uint64_t index = o->to_index[n];
        if (index >= o->cells)
            return error_set(why, HEDRA_ERROR_VALUE,
                             "table[%llu] is %llu, but the box has %llu cells",
                             (unsigned long long)n, (unsigned long long)index,
                             (unsigned long long)o->cells);
        if (o->to_cell[index] != HEDRA_ORDER_NONE)
            return error_set(why, HEDRA_ERROR_VALUE,
                             "table[%llu] and table[%llu] are both %llu",
                             (unsigned long long)o->to_cell[index],
                             (unsigned long long)n, (unsigned long long)index);
        o->to_cell[index] = n;
    }
    return error_none(why);
}
