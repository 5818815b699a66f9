/* All cells in the order of their indices, shared among threads. */
#include "runtime/order/local.h"

#include "runtime/host/host.h"

#include <stdlib.h>

struct order_plan *order_plan_new(const struct hedra_order *o,
                                  const int64_t stride[3])
{
    struct order_plan *plan = calloc(1, sizeof *plan);
    if (!plan)
        return NULL;
    for (int a = 0; a < 3; a++)
        plan->stride[a] = stride[o->axis[a]];
    if (o->class->plan(o, plan))
        return plan;
    order_plan_free(plan);
    return NULL;
}

void order_plan_free(struct order_plan *plan)
{
    if (!plan)
        return;
    free(plan->tile);
    for (int s = 0; s < 8; s++)
        order_plan_free(plan->inner[s]);
    free(plan);
}

int order_threads(struct hedra_error *why)
{
    struct report report;
    const int threads = host_pool_size(getenv("HEDRA_THREADS"), &report);
    if (threads == 0)
        error_argument(why, report.text);
    return threads;
}

/* Parts of 2^15 indices: whole tiles of curves, and enough of them. */
enum { PART = 1 << 15 };

struct shared {
    const struct hedra_order *o;
    const struct order_plan *plan;
    const struct order_visitor *visitor;
};

static void walk_parts(const void *context, int64_t begin, int64_t end)
{
    const struct shared *s = context;
    const uint64_t last = (uint64_t)end * PART;
    const struct order_part part = {0, 0, (uint64_t)begin * PART,
                                    last < s->o->span ? last : s->o->span};
    s->o->class->walk(s->o, s->plan, &part, s->visitor);
}

bool order_walk(const struct hedra_order *o, int threads,
                const struct order_visitor *visitor)
{
    const int64_t stride[3] = {o->extent[1] * o->extent[2], o->extent[2], 1};
    struct order_plan *plan = order_plan_new(o, stride);
    if (!plan)
        return false;
    const struct shared shared = {o, plan, visitor};
    host_pool_run(threads, walk_parts, &shared,
                  (int64_t)((o->span - 1) / PART + 1));
    order_plan_free(plan);
    return true;
}
