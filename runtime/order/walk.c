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
    free(plan->slot);
    free(plan->rank);
    free(plan->lines);
    order_plan_free(plan->outer);
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

/* Parts of 2^15 indices: whole tiles of curves, and enough of them; or of so
 * many tiles. */
enum { PART = 1 << 15, PART_TILES = 64 };

struct shared {
    const struct hedra_order *o;
    const struct order_plan *plan;
    const struct order_visitor *visitor;
    uint64_t end, part;
    void (*go)(const struct hedra_order *o, const struct order_plan *plan,
               const struct order_part *part,
               const struct order_visitor *visitor);
};

static void go_parts(const void *context, int64_t begin, int64_t end)
{
    const struct shared *s = context;
    const uint64_t last = (uint64_t)end * s->part;
    const struct order_part part = {0, 0, (uint64_t)begin * s->part,
                                    last < s->end ? last : s->end};
    s->go(s->o, s->plan, &part, s->visitor);
    if (s->visitor->finish)
        s->visitor->finish();
}

static bool share(struct shared *s, int threads)
{
    const int64_t stride[3] = {s->o->extent[1] * s->o->extent[2],
                               s->o->extent[2], 1};
    struct order_plan *plan = order_plan_new(s->o, stride);
    if (!plan)
        return false;
    s->plan = plan;
    host_pool_run(threads, go_parts, s, (int64_t)((s->end - 1) / s->part + 1));
    order_plan_free(plan);
    return true;
}

bool order_walk(const struct hedra_order *o, int threads,
                const struct order_visitor *visitor)
{
    struct shared s = {o, NULL, visitor, o->span, PART, o->class->walk};
    return share(&s, threads);
}

bool order_scan(const struct hedra_order *o, int threads,
                const struct order_visitor *visitor)
{
    const uint64_t tiles = o->class->scan ? curve_tiles(o) : 0;
    if (tiles == 0)
        return order_walk(o, threads, visitor);
    struct shared s = {o, NULL, visitor, tiles, PART_TILES, o->class->scan};
    return share(&s, threads);
}
