/*
 * The public functions of include/hedra_order.h that make an ordering:
 * arguments, axes, messages.
 */
#include "runtime/order/local.h"

#include <stdlib.h>

/* What is asked for -------------------------------------------------------- */

enum { NESTING = 8 };

/* HYBRIDs within each other; above the limit: `limit`. */
static int nesting(const struct hedra_order_options *options, int limit)
{
    if (!options || options->kind != HEDRA_ORDER_HYBRID || limit == 0)
        return 0;
    const int outer = nesting(options->outer, limit - 1);
    const int inner = nesting(options->inner, limit - 1);
    return 1 + (outer > inner ? outer : inner);
}

static enum hedra_status check_kind(const struct hedra_order_options *options,
                                    struct hedra_error *why)
{
    if (!hedra_order_kind_name(options->kind))
        return error_argument(why, "kind is no enum hedra_order_kind");
    if ((unsigned)options->fit > HEDRA_ORDER_BRICK)
        return error_argument(why, "fit is no enum hedra_order_fit");
    if (options->dims != 0 && options->dims != 2 && options->dims != 3)
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "dims is %d; orderings have 2 or 3", options->dims);
    if (options->kind == HEDRA_ORDER_HILBERT && options->dims == 2)
        return error_argument(why, "HILBERT has 3 dimensions: with dims = 2 "
                                   "write HILBERT_2D");
    if (options->kind == HEDRA_ORDER_HILBERT_2D && options->dims == 3)
        return error_argument(why, "HILBERT_2D has 2 dimensions: with dims = 3 "
                                   "write HILBERT");
    if (nesting(options, NESTING) == NESTING)
        return error_argument(why, "HYBRID nests 8 deep or more, or holds "
                                   "itself");
    return error_none(why);
}

/* Sizes along the axes of the box. */
static enum hedra_status take_sizes(struct hedra_order *o,
                                    const struct hedra_order_options *options,
                                    struct hedra_error *why)
{
    o->cells = 1;
    for (int b = 0; b < 3; b++) {
        o->extent[b] = b < o->dims ? options->size[b] : 1;
        if (o->extent[b] < 1 || o->extent[b] > HEDRA_ORDER_MAX_SIDE)
            return error_set(why, HEDRA_ERROR_SIZE,
                             "size[%d] is %lld; sides are from 1 to 2^21", b,
                             (long long)o->extent[b]);
        o->cells *= (uint64_t)o->extent[b];
    }
    return error_none(why);
}

static enum hedra_status take_axes(struct hedra_order *o,
                                   const struct hedra_order_options *options,
                                   struct hedra_error *why)
{
    int seen = 0;
    const int *p = options->permutation;
    const bool is_identity = p[0] == 0 && p[1] == 0 && p[2] == 0;
    for (int a = 0; a < 3; a++) {
        o->axis[a] = is_identity || a >= o->dims ? a : p[a];
        if (o->axis[a] < 0 || (a < o->dims && o->axis[a] >= o->dims) ||
            seen >> o->axis[a] & 1)
            return error_set(why, HEDRA_ERROR_ARGUMENT,
                             "permutation[%d] is %d, so that permutation is "
                             "none of the axes 0 to %d",
                             a, o->axis[a], o->dims - 1);
        seen |= 1 << o->axis[a];
    }
    if (o->kind == HEDRA_ORDER_COLUMN) {
        const int last = o->dims - 1, first = o->axis[0];
        o->axis[0] = o->axis[last];
        o->axis[last] = first;
    }
    for (int a = 0; a < 3; a++)
        o->size[a] = (uint32_t)o->extent[o->axis[a]];
    return error_none(why);
}

static enum hedra_status set_up(struct hedra_order *o,
                                const struct hedra_order_options *options,
                                struct hedra_error *why)
{
    switch (o->kind) {
    case HEDRA_ORDER_ROW:
    case HEDRA_ORDER_COLUMN:
        return linear_setup(o, options, why);
    case HEDRA_ORDER_HYBRID:
        return hybrid_setup(o, options, why);
    case HEDRA_ORDER_TABLE:
        return table_setup(o, options, why);
    default:
        return curve_setup(o, options, why);
    }
}

enum hedra_status hedra_order_create(const struct hedra_order_options *options,
                                     struct hedra_order **out,
                                     struct hedra_error *why)
{
    if (!out)
        return error_argument(why, "out is NULL");
    *out = NULL;
    if (!options)
        return error_argument(why, "options is NULL");
    enum hedra_status status = check_kind(options, why);
    if (status)
        return status;
    struct hedra_order *o = calloc(1, sizeof *o);
    if (!o)
        return error_no_memory(why);
    o->kind = options->kind;
    o->fit = options->fit;
    o->dims = options->dims;
    if (o->dims == 0)
        o->dims = o->kind == HEDRA_ORDER_HILBERT_2D ? 2 : 3;
    if ((status = take_sizes(o, options, why)) ||
        (status = take_axes(o, options, why)) ||
        (status = set_up(o, options, why))) {
        hedra_order_destroy(o);
        return status;
    }
    *out = o;
    return error_none(why);
}

void hedra_order_destroy(struct hedra_order *order)
{
    if (!order)
        return;
    free(order->curve);
    hedra_order_destroy(order->outer);
    for (int s = 0; s < 8; s++)
        hedra_order_destroy(order->inner[s]);
    free(order->start);
    free(order->to_index);
    free(order->to_cell);
    free(order);
}
