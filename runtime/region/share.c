/*
 * Loops of the plain nest, which the threads of the host share.
 */
#include "runtime/host/host.h"
#include "runtime/region/choose.h"

struct shared_loop {
    hedra_loop loop;
    void *const *variable;
    int64_t first, end, step, trips;
};

static void run_part(const void *context, int64_t begin, int64_t end)
{
    const struct shared_loop *s = context;
    int64_t to = end < s->trips ? s->first + end * s->step : s->end;
    s->loop(s->variable, s->first + begin * s->step, to);
}

/* How often the loop runs. */
static int64_t trips_of(int64_t first, int64_t end, int64_t step)
{
    if (step > 0)
        return first < end ? (end - first - 1) / step + 1 : 0;
    return first > end ? (first - end - 1) / -step + 1 : 0;
}

void hedra_share(hedra_loop loop, void *const *variable, int64_t first,
                 int64_t end, int64_t step)
{
    CANCEL_OFF;
    struct shared_loop s = {loop, variable, first, end, step, 0};
    s.trips = trips_of(first, end, step);
    union {
        hedra_loop loop;
        const void *address;
    } key = {loop};
    host_fork_run(choose_threads(), key.address, run_part, &s, s.trips);
}
