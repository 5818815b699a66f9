/*
 * The public functions of include/hedra_order.h that ask for one cell, by the
 * class of the ordering; and names, products, bounds.
 */
#include "runtime/order/local.h"

static const char *const kind_name[] = {
    [HEDRA_ORDER_ROW] = "row",         [HEDRA_ORDER_COLUMN] = "column",
    [HEDRA_ORDER_MORTON] = "morton",   [HEDRA_ORDER_MORTON_I] = "morton_i",
    [HEDRA_ORDER_HILBERT] = "hilbert", [HEDRA_ORDER_HILBERT_2D] = "hilbert_2d",
    [HEDRA_ORDER_HYBRID] = "hybrid",   [HEDRA_ORDER_TABLE] = "table"};
enum { KINDS = sizeof kind_name / sizeof *kind_name };

const char *hedra_order_kind_name(int kind)
{
    return kind >= 0 && kind < KINDS ? kind_name[kind] : NULL;
}

bool order_times(uint64_t a, uint64_t b, uint64_t *out)
{
    *out = a * b;
    return a == 0 || b <= (UINT64_C(1) << 63) / a;
}

/* One cell ----------------------------------------------------------------- */

uint64_t hedra_order_cells(const struct hedra_order *order)
{
    return order->cells;
}

uint64_t hedra_order_span(const struct hedra_order *order)
{
    return order->span;
}

int64_t hedra_order_size(const struct hedra_order *order, int axis)
{
    return axis >= 0 && axis < 3 ? order->extent[axis] : 0;
}

bool order_holds(const struct hedra_order *o, const uint32_t x[3])
{
    return x[0] < o->size[0] && x[1] < o->size[1] && x[2] < o->size[2];
}

uint64_t hedra_order_index(const struct hedra_order *order, int64_t i,
                           int64_t j, int64_t k)
{
    const int64_t cell[3] = {i, j, k};
    uint32_t x[3];
    for (int a = 0; a < 3; a++) {
        const int64_t at = cell[order->axis[a]];
        if (at < 0 || at >= order->size[a])
            return HEDRA_ORDER_NONE;
        x[a] = (uint32_t)at;
    }
    return order->class->index(order, x);
}

bool hedra_order_coords(const struct hedra_order *order, uint64_t index,
                        int64_t cell[3])
{
    uint32_t x[3];
    if (index >= order->span || !order->class->coords(order, index, x))
        return false;
    for (int a = 0; a < 3; a++)
        cell[order->axis[a]] = x[a];
    return true;
}
