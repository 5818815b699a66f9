/* Tables of all cells, in both directions. */
#include "runtime/order/local.h"

#include <string.h>

struct tables {
    void *to_index, *to_cell;
};

#define FILL(bits)                                                             \
    static void fill_##bits(void *context, uint64_t index, int64_t base,       \
                            const int64_t *place, int count)                   \
    {                                                                          \
        const struct tables *t = context;                                      \
        uint##bits##_t *to_index = t->to_index, *to_cell = t->to_cell;         \
        for (int n = 0; to_index && n < count; n++)                            \
            to_index[base + place[n]] = (uint##bits##_t)(index + (uint64_t)n); \
        for (int n = 0; to_cell && n < count; n++)                             \
            to_cell[index + (uint64_t)n] = (uint##bits##_t)(base + place[n]);  \
    }

FILL(32)
FILL(64)

size_t hedra_order_rank_bytes(const struct hedra_order *order)
{
    return order->span < UINT32_MAX ? 4 : 8;
}

enum hedra_status hedra_order_rank_table(const struct hedra_order *order,
                                         void *to_index, void *to_cell,
                                         struct hedra_error *why)
{
    struct tables tables = {to_index, to_cell};
    if (!order)
        return error_argument(why, "order is NULL");
    const size_t bytes = hedra_order_rank_bytes(order);
    if ((to_cell ? order->span : order->cells) > PTRDIFF_MAX / bytes)
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "the tables' bytes exceed 63 bits");
    const struct order_visitor visitor = {bytes == 4 ? fill_32 : fill_64,
                                          &tables, NULL, NULL};
    const int threads = order_threads(why);
    if (threads == 0)
        return HEDRA_ERROR_ARGUMENT;
    if (to_cell && order->span != order->cells)
        memset(to_cell, 255, order->span * bytes);
    if (!order_scan(order, threads, &visitor))
        return error_no_memory(why);
    return error_none(why);
}
