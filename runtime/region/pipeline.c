/*
 * Rows of a loop of the plain nest, which the host's threads run one behind the
 * other (hedra_share_rows): each takes the next row, in order, and does its
 * columns in parts. Before a part it waits until the row before is some columns
 * farther. R. Cytron, "Doacross: Beyond vectorization for multiprocessors",
 * ICPP 1986.
 *
 * A row is done when the row before is, so that threads work at rows that
 * follow each other, and no more than there are threads.
 */
#include "runtime/base/base.h"
#include "runtime/host/host.h"
#include "runtime/region/choose.h"

#include <sched.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { LINE = 128 };

/* About as long as a part takes, which the row before may still need. */
enum { SPIN = 4000 };

/* Nanoseconds: parts take longer than it takes to hear of another thread; and
 * the parts that a row has at most. */
enum { PART = 2000, PARTS = 64 };

static const int64_t ALL = INT64_MAX;

/* How far a row is: `done` is of row number `row`. */
struct progress {
    alignas(LINE) _Atomic int64_t row;
    _Atomic int64_t done; /* columns before this one; ALL: the row */
};

struct row_loop {
    hedra_row_loop loop;
    void *const *variable;
    int64_t first, end, step, trips, ahead;
};

/* Rows from .. to - 1, each of which has a place of its own as long as another
 * thread may ask. */
struct pipeline {
    const struct row_loop *rows;
    int64_t from, to;
    int parts;
    int places;
    struct progress *place;
    alignas(LINE) _Atomic int64_t next; /* row to take */
};

struct hedra_rows {
    struct pipeline *pipeline;
    int64_t row, part; /* columns; 0: nobody knows yet */
};

static struct progress *place_of(const struct hedra_rows *r, int64_t row)
{
    return &r->pipeline->place[row % r->pipeline->places];
}

/* Until the row before is done up to the column. */
static void await(const struct hedra_rows *r, int64_t column)
{
    if (r->row == r->pipeline->from)
        return;
    struct progress *before = place_of(r, r->row - 1);
    for (int k = 0;
         atomic_load_explicit(&before->row, memory_order_acquire) !=
             r->row - 1 ||
         atomic_load_explicit(&before->done, memory_order_acquire) < column;
         k++)
        if (k < SPIN)
            host_pool_relax();
        else
            sched_yield();
}

static int64_t part_of(const struct pipeline *p, int64_t at, int64_t end,
                       int64_t step)
{
    int64_t columns = (end - at - 1) / step + 1, part = columns / p->parts;
    return (part > 1 ? part : 1) * step;
}

int64_t hedra_row_part(struct hedra_rows *rows, int64_t at, int64_t end,
                       int64_t step)
{
    if (rows->part == 0)
        rows->part = part_of(rows->pipeline, at, end, step);
    int64_t next = end - at > rows->part ? at + rows->part : end;
    int64_t ahead = rows->pipeline->rows->ahead;
    await(rows, next > ALL - ahead ? ALL : next + ahead);
    return next;
}

void hedra_row_done(struct hedra_rows *rows, int64_t end)
{
    atomic_store_explicit(&place_of(rows, rows->row)->done, end,
                          memory_order_release);
}

static void run_row(struct pipeline *p, int64_t row)
{
    const struct row_loop *s = p->rows;
    struct hedra_rows rows = {p, row, 0};
    struct progress *own = place_of(&rows, row);
    atomic_store_explicit(&own->done, INT64_MIN, memory_order_relaxed);
    atomic_store_explicit(&own->row, row, memory_order_release);
    int64_t at = s->first + row * s->step;
    s->loop(s->variable, at, row + 1 < s->trips ? at + s->step : s->end, &rows);
    await(&rows, ALL);
    hedra_row_done(&rows, ALL);
}

/* Takes all rows that are left, for each of the range's numbers. */
static void take_rows(const void *context, int64_t begin, int64_t end)
{
    struct pipeline *p = *(struct pipeline *const *)context;
    (void)begin;
    (void)end;
    for (;;) {
        int64_t row =
            atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed);
        if (row >= p->to)
            return;
        run_row(p, row);
    }
}

static void run_alone(const void *context, int64_t begin, int64_t end)
{
    const struct row_loop *s = context;
    s->loop(s->variable, s->first + begin * s->step,
            end < s->trips ? s->first + end * s->step : s->end, NULL);
}

/* `row`: nanoseconds that one takes. */
static void run_pipeline(const void *context, int threads, int64_t begin,
                         int64_t end, double row)
{
    enum { FEW = 9 };
    struct progress few[FEW];
    double parts = row / PART;
    struct pipeline p = {
        .rows = context,
        .from = begin,
        .to = end,
        .parts = parts < 1       ? 1
                 : parts > PARTS ? PARTS
                                 : (int)parts,
        .places = threads + 1,
        .next = begin,
    };
    struct progress *many =
        p.places > FEW ? aligned_alloc(LINE, sizeof *many * (size_t)p.places)
                       : NULL;
    p.place = p.places > FEW ? many : few;
    if (!p.place) {
        run_alone(context, begin, end);
        return;
    }
    for (int k = 0; k < p.places; k++) {
        atomic_init(&p.place[k].row, -1);
        atomic_init(&p.place[k].done, INT64_MIN);
    }
    struct pipeline *address = &p;
    host_pool_run(threads, take_rows, &address, threads);
    free(many);
}

/* What rows hand to each other moves from one processor's cache to another's,
 * which may take longer than the rows: after some of them, as many as count
 * beside the start of threads, one thread goes on if that is no slower. */
static void run_together(const void *context, int threads, int64_t begin,
                         int64_t end, double row)
{
    enum { SOME = 400000, FEW = 4 };
    int64_t some = (int64_t)(SOME / row) + FEW * threads;
    if (end - begin < 2 * some) {
        run_pipeline(context, threads, begin, end, row);
        return;
    }
    double start = host_clock();
    run_pipeline(context, threads, begin, begin + some, row);
    if (host_clock() - start < row * (double)some)
        run_pipeline(context, threads, begin + some, end, row);
    else
        run_alone(context, begin + some, end);
}

void hedra_share_rows(hedra_row_loop loop, void *const *variable, int64_t first,
                      int64_t end, int64_t step, int64_t ahead)
{
    CANCEL_OFF;
    union {
        hedra_row_loop loop;
        const void *address;
    } key = {loop};
    struct row_loop s = {loop, variable, first, end, step, 0, ahead};
    s.trips = first < end ? (end - first - 1) / step + 1 : 0;
    const struct host_rows rows = {run_alone, run_together, &s};
    if (host_fork_rows(choose_threads(), key.address, &rows, s.trips).divided)
        choose_divided();
}
