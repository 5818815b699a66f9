/* Stencils over all cells of an ordering: tables that tell where each lies. */
#include "runtime/order/metric.h"

#include <stdlib.h>

static enum hedra_status check(const struct hedra_order *order,
                               const struct hedra_stencil *stencil, bool faces,
                               struct hedra_error *why)
{
    if (!order || !stencil)
        return error_argument(why, "order or stencil is NULL");
    if (order->dims != stencil->dims)
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "the stencil has %d dimensions, the ordering %d",
                         stencil->dims, order->dims);
    for (int b = 0; b < order->dims && !faces; b++)
        if (order->extent[b] <= 2 * stencil->reach)
            return error_set(why, HEDRA_ERROR_SIZE,
                             "the stencil reaches %lld cells, and size[%d] is "
                             "%lld: no cell is so far from both faces",
                             (long long)stencil->reach, b,
                             (long long)order->extent[b]);
    return error_none(why);
}

enum hedra_status sweep_new(struct sweep *s, const struct hedra_order *order,
                            const struct hedra_stencil *stencil, bool faces,
                            struct hedra_error *why)
{
    *s = (struct sweep){.order = order, .stencil = stencil};
    enum hedra_status status = check(order, stencil, faces, why);
    if (status)
        return status;
    s->bytes = hedra_order_rank_bytes(order);
    if (order->cells > PTRDIFF_MAX / s->bytes)
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "a table of all cells exceeds 63 bits");
    s->rank = malloc(order->cells * s->bytes);
    s->step = malloc((size_t)stencil->count * sizeof *s->step);
    if (!s->rank || !s->step)
        status = error_no_memory(why);
    else
        status = hedra_order_rank_table(order, s->rank, NULL, why);
    if (status) {
        sweep_drop(s);
        return status;
    }
    for (int64_t n = 0; n < stencil->count; n++)
        s->step[n] =
            (stencil->cell[n][0] * order->extent[1] + stencil->cell[n][1]) *
                order->extent[2] +
            stencil->cell[n][2];
    return status;
}

void sweep_drop(struct sweep *s)
{
    free(s->rank);
    free(s->step);
    *s = (struct sweep){0};
}

uint64_t sweep_rank(const struct sweep *s, int64_t number)
{
    return s->bytes == 4 ? ((const uint32_t *)s->rank)[number]
                         : ((const uint64_t *)s->rank)[number];
}

bool sweep_centre(const struct sweep *s, int64_t number, int64_t cell[3])
{
    const int64_t *extent = s->order->extent, g = s->stencil->reach;
    bool is_far = true;
    for (int b = 2; b >= 0; b--) {
        cell[b] = number % extent[b];
        number /= extent[b];
        if (b < s->order->dims)
            is_far = is_far && cell[b] >= g && cell[b] < extent[b] - g;
    }
    return is_far;
}
