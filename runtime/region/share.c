/*
 * Loops of the plain nest, which the threads of the host share.
 */
#include "runtime/host/host.h"
#include "runtime/region/choose.h"

#include <math.h>

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

/* Shorter loops run in place, and between two looks, each of which costs some
 * tenths of a microsecond, for a hundred times as long. */
static void set_note(struct hedra_note *note, const struct shared_loop *s,
                     const struct host_fork_note *known)
{
    enum { BETWEEN = 10000, FEWEST = 8, MOST = 1024 };
    int64_t step = s->step < 0 ? -s->step : s->step;
    int64_t least = s->trips < 2 ? 2 : host_fork_least(known);
    double turns = BETWEEN / (known->alone * (double)s->trips + 1);
    note->least = least > INT64_MAX / step ? INT64_MAX : least * step;
    note->turns = (int64_t)fmin(fmax(turns, FEWEST), MOST);
}

void hedra_share(hedra_loop loop, void *const *variable, int64_t first,
                 int64_t end, int64_t step, struct hedra_note *note)
{
    CANCEL_OFF;
    int threads = choose_threads();
    struct shared_loop s = {loop, variable, first, end, step, 0};
    s.trips = trips_of(first, end, step);
    union {
        hedra_loop loop;
        const void *address;
    } key = {loop};
    struct host_fork_note known =
        host_fork_run(threads, key.address, run_part, &s, s.trips);
    if (note && threads == 1)
        *note = (struct hedra_note){INT64_MAX, INT64_MAX};
    else if (note)
        set_note(note, &s, &known);
}
