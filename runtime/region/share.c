/*
 * Loops of the plain nest, which the threads of the host share.
 *
 * Of a loop's sums there are as many copies as threads; the first of them are
 * the program's own variables. A part of the loop takes copies that no other
 * part has, so that none is made for a thread that comes late.
 */
#include "runtime/base/base.h"
#include "runtime/host/host.h"
#include "runtime/region/choose.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

FIRST_CALLED(pthread_setcancelstate);

struct shared_loop {
    hedra_loop loop;
    void *const *variable;
    int64_t first, end, step, trips;
    int64_t unit; /* parts begin at its multiples */
};

/* Where a compiler fills vectors with a loop, what is left over of a part runs
 * one by one, which can take as long as all vectors of a small part: parts are
 * whole units, a power of two, as long as there are enough for all threads. */
FIRST_CODE static int64_t unit_of(int64_t trips, int threads)
{
    enum { UNITS = 64, MOST = 256 };
    int64_t unit = 1;
    while (unit < MOST && unit * 2 <= trips / threads / UNITS)
        unit *= 2;
    return unit;
}

/* Runs the units that begin in the part. */
FIRST_CODE static void run_part(const void *context, int64_t begin, int64_t end)
{
    const struct shared_loop *s = context;
    int64_t from = (begin + s->unit - 1) / s->unit * s->unit;
    int64_t last = (end + s->unit - 1) / s->unit * s->unit;
    int64_t to = last < s->trips ? s->first + last * s->step : s->end;
    if (from < last && from < s->trips)
        s->loop(s->variable, s->first + from * s->step, to);
}

/* How often the loop runs. */
FIRST_CODE static int64_t trips_of(int64_t first, int64_t end, int64_t step)
{
    if (step > 0)
        return first < end ? (end - first - 1) / step + 1 : 0;
    return first > end ? (first - end - 1) / -step + 1 : 0;
}

/* Shorter loops run in place, and between two looks, each of which costs some
 * tenths of a microsecond, and more where a compiler makes faster code of the
 * loop in its place, for some hundred times as long. */
FIRST_CODE static void set_note(struct hedra_note *note,
                                const struct shared_loop *s,
                                const struct host_fork_note *known)
{
    enum { BETWEEN = 100000, FEWEST = 32, MOST = 1024 };
    int64_t step = s->step < 0 ? -s->step : s->step;
    int64_t least = s->trips < 2 ? 2 : host_fork_least(known);
    double turns = BETWEEN / (known->alone * (double)s->trips + 1);
    note->least = least > INT64_MAX / step ? INT64_MAX : least * step;
    note->turns = (int64_t)fmin(fmax(turns, FEWEST), MOST);
}

/* Runs what is left of the loop's call: the threads share it. */
FIRST_CODE static void share(struct shared_loop *s, host_pool_body body,
                             const void *context, int threads,
                             struct hedra_note *note)
{
    union {
        hedra_loop loop;
        const void *address;
    } key = {s->loop};
    struct host_fork_note known =
        host_fork_run(threads, key.address, body, context, s->trips);
    if (known.divided)
        choose_divided();
    if (note && threads == 1)
        *note = (struct hedra_note){INT64_MAX, INT64_MAX};
    else if (note)
        set_note(note, s, &known);
}

FIRST_CODE void hedra_share(hedra_loop loop, void *const *variable,
                            int64_t first, int64_t end, int64_t step,
                            struct hedra_note *note)
{
    CANCEL_OFF;
    int threads = choose_threads();
    struct shared_loop s = {loop, variable, first, end, step, 0, 1};
    s.trips = trips_of(first, end, step);
    s.unit = unit_of(s.trips, threads);
    share(&s, run_part, &s, threads, note);
}

/* Sums --------------------------------------------------------------------- */

/* What one part at a time has. */
struct sum_copies {
    atomic_flag busy;
    bool made, failed;
    void **variable; /* with the copies in place of the sums */
    char *memory;
};

struct summed_loop {
    struct shared_loop loop;
    int variables;
    const struct hedra_sum *sum;
    int count;
    size_t bytes; /* of a copy of all sums, each at a multiple of 16 */
    int copies;
    struct sum_copies *copy; /* the first one: no copies, but the sums */
};

static size_t sum_bytes(const struct hedra_sum *sum)
{
    size_t bytes = sum->to > sum->from ? (size_t)(sum->to - sum->from) : 0;
    return (bytes + 15) / 16 * 16;
}

/* False: there is no memory. */
static bool make_copies(const struct summed_loop *s, struct sum_copies *copy)
{
    size_t list = sizeof(void *) * (size_t)s->variables, at = 0;
    copy->variable = malloc(list);
    copy->memory = malloc(s->bytes + 1);
    copy->made = copy->variable && copy->memory;
    copy->failed = !copy->made;
    if (copy->failed)
        return false;
    memcpy(copy->variable, s->loop.variable, list);
    for (int k = 0; k < s->count; k++) {
        const struct hedra_sum *sum = &s->sum[k];
        int neutral = sum->kind == HEDRA_SUM_AND ? 0xff : 0;
        memset(copy->memory + at, neutral, sum_bytes(sum));
        copy->variable[sum->variable] =
            (void *)((uintptr_t)(copy->memory + at) - (uintptr_t)sum->from);
        at += sum_bytes(sum);
    }
    return true;
}

/* Copies that no other part has; waits for some if there is no memory. */
static struct sum_copies *take_copies(const struct summed_loop *s)
{
    for (;; host_pool_relax())
        for (int k = 0; k < s->copies; k++) {
            struct sum_copies *copy = &s->copy[k];
            if (atomic_flag_test_and_set(&copy->busy))
                continue;
            if (copy->made || (!copy->failed && make_copies(s, copy)))
                return copy;
            atomic_flag_clear(&copy->busy);
        }
}

static void run_summed_part(const void *context, int64_t begin, int64_t end)
{
    const struct summed_loop *s = context;
    struct sum_copies *copy = take_copies(s);
    struct shared_loop part = s->loop;
    part.variable = copy->variable;
    run_part(&part, begin, end);
    atomic_flag_clear(&copy->busy);
}

#define ADD(bits)                                                              \
    static void add_##bits(void *to, const void *from, int64_t bytes)          \
    {                                                                          \
        uint##bits##_t *sum = to;                                              \
        const uint##bits##_t *more = from;                                     \
        for (int64_t k = 0; k < bytes / (bits / 8); k++)                       \
            if (more[k])                                                       \
                sum[k] = (uint##bits##_t)(sum[k] + more[k]);                   \
    }
ADD(8)
ADD(16)
ADD(32)
ADD(64)
#undef ADD

static void combine_bits(enum hedra_sum_kind kind, unsigned char *to,
                         const unsigned char *from, int64_t bytes)
{
    const unsigned char neutral = kind == HEDRA_SUM_AND ? 0xff : 0;
    for (int64_t k = 0; k < bytes; k++)
        if (from[k] != neutral)
            to[k] = kind == HEDRA_SUM_OR    ? to[k] | from[k]
                    : kind == HEDRA_SUM_XOR ? to[k] ^ from[k]
                                            : to[k] & from[k];
}

static void combine(const struct hedra_sum *sum, void *to, const void *from)
{
    int64_t bytes = sum->to - sum->from;
    if (sum->kind != HEDRA_SUM_ADD)
        combine_bits(sum->kind, to, from, bytes);
    else if (sum->size == 1)
        add_8(to, from, bytes);
    else if (sum->size == 2)
        add_16(to, from, bytes);
    else if (sum->size == 4)
        add_32(to, from, bytes);
    else
        add_64(to, from, bytes);
}

/* Adds the copies to the sums, and frees them. What no thread has changed is
 * not touched: a sum that a condition decides on may be nowhere. */
static void combine_copies(struct summed_loop *s)
{
    for (int c = 1; c < s->copies; c++) {
        const char *from = s->copy[c].memory;
        for (int k = 0; k < s->count && s->copy[c].made; k++) {
            const struct hedra_sum *sum = &s->sum[k];
            char *to = s->loop.variable[sum->variable];
            combine(sum, to + sum->from, from);
            from += sum_bytes(sum);
        }
        free(s->copy[c].variable);
        free(s->copy[c].memory);
    }
}

/* Is there work enough for threads that begin with copies and end with their
 * combination? The pages of large copies come from the system, which takes as
 * long as some trips for each element. */
static bool pays(const struct summed_loop *s)
{
    enum { LARGE = 256 << 10, TRIPS = 8, FEW = 4 };
    int64_t elements = 0, trips = s->loop.trips;
    for (int k = 0; k < s->count; k++)
        elements += (int64_t)sum_bytes(&s->sum[k]) / s->sum[k].size;
    return trips > 1 && (s->bytes < LARGE ? elements / FEW <= trips
                                          : elements <= trips / TRIPS);
}

void hedra_share_sums(hedra_loop loop, void *const *variable, int64_t first,
                      int64_t end, int64_t step, struct hedra_note *note,
                      int variables, const struct hedra_sum *sum, int count)
{
    CANCEL_OFF;
    struct summed_loop s = {.loop = {loop, variable, first, end, step, 0, 1},
                            .variables = variables,
                            .sum = sum,
                            .count = count,
                            .copies = choose_threads()};
    s.loop.trips = trips_of(first, end, step);
    s.loop.unit = unit_of(s.loop.trips, s.copies);
    for (int k = 0; k < count; k++)
        s.bytes += sum_bytes(&sum[k]);
    s.copy = pays(&s) ? calloc((size_t)s.copies, sizeof *s.copy) : NULL;
    if (!s.copy) {
        share(&s.loop, run_part, &s.loop, 1, NULL);
        return;
    }
    for (int k = 0; k < s.copies; k++)
        atomic_flag_clear(&s.copy[k].busy);
    s.copy[0].made = true;
    s.copy[0].variable = (void **)variable;
    share(&s.loop, run_summed_part, &s, s.copies, note);
    combine_copies(&s);
    free(s.copy);
}

/* Picks -------------------------------------------------------------------- */

enum { PICK_BYTES = 16 };

/* What one part at a time has, and the best of the parts that had it. */
struct pick_copies {
    atomic_flag busy;
    bool found;
    int64_t at;       /* the first iteration of the part where it was */
    void **variable;  /* with the copies in place of the picks */
    char *own, *best; /* PICK_BYTES for each pick */
};

struct picked_loop {
    struct shared_loop loop;
    const struct hedra_pick *pick;
    int count;
    int (*better)(const void *, const void *);
    bool last;
    int copies;
    struct pick_copies *copy;
    char *memory;
};

static void load_picks(const struct picked_loop *s, char *to)
{
    for (int k = 0; k < s->count; k++)
        memcpy(to + k * PICK_BYTES, s->loop.variable[s->pick[k].variable],
               (size_t)s->pick[k].size);
}

static bool is_better(const struct picked_loop *s, const char *own, int64_t at,
                      const char *best, int64_t before)
{
    if (s->better(own, best))
        return true;
    return !s->better(best, own) && (s->last ? at > before : at < before);
}

static struct pick_copies *take_picks(const struct picked_loop *s)
{
    for (;; host_pool_relax())
        for (int k = 0; k < s->copies; k++)
            if (!atomic_flag_test_and_set(&s->copy[k].busy))
                return &s->copy[k];
}

/* What is no better than what the program's variables hold is nothing. */
static void run_picked_part(const void *context, int64_t begin, int64_t end)
{
    const struct picked_loop *s = context;
    struct pick_copies *copy = take_picks(s);
    struct shared_loop part = s->loop;
    part.variable = copy->variable;
    load_picks(s, copy->own);
    run_part(&part, begin, end);
    if (s->better(copy->own, s->loop.variable[s->pick[0].variable]) &&
        (!copy->found ||
         is_better(s, copy->own, begin, copy->best, copy->at))) {
        copy->found = true;
        copy->at = begin;
        memcpy(copy->best, copy->own, (size_t)s->count * PICK_BYTES);
    }
    atomic_flag_clear(&copy->busy);
}

static bool make_picks(struct picked_loop *s, int variables)
{
    size_t list = ((size_t)variables * sizeof(void *) + 15) / 16 * 16;
    size_t bytes = (size_t)s->count * PICK_BYTES, one = list + 2 * bytes;
    s->copy = calloc((size_t)s->copies, sizeof *s->copy);
    s->memory = malloc(one * (size_t)s->copies);
    for (int k = 0; s->copy && s->memory && k < s->copies; k++) {
        struct pick_copies *copy = &s->copy[k];
        char *at = s->memory + one * (size_t)k;
        atomic_flag_clear(&copy->busy);
        copy->variable = (void **)at;
        copy->own = at + list;
        copy->best = copy->own + bytes;
        memcpy(at, s->loop.variable, (size_t)variables * sizeof(void *));
        for (int i = 0; i < s->count; i++)
            copy->variable[s->pick[i].variable] = copy->own + i * PICK_BYTES;
    }
    return s->copy && s->memory;
}

/* The program's variables get the best of all copies. Where that is none, and
 * an equal one would count, the loop itself tells whether there is one. */
static void combine_picks(const struct picked_loop *s)
{
    const struct pick_copies *best = NULL;
    for (int k = 0; k < s->copies; k++) {
        const struct pick_copies *c = &s->copy[k];
        if (c->found &&
            (!best || is_better(s, c->best, c->at, best->best, best->at)))
            best = c;
    }
    for (int k = 0; best && k < s->count; k++)
        memcpy(s->loop.variable[s->pick[k].variable],
               best->best + k * PICK_BYTES, (size_t)s->pick[k].size);
    if (!best && s->last)
        s->loop.loop(s->loop.variable, s->loop.first, s->loop.end);
}

void hedra_share_picks(hedra_loop loop, void *const *variable, int64_t first,
                       int64_t end, int64_t step, int variables,
                       const struct hedra_pick *pick, int count,
                       int (*better)(const void *, const void *), int last)
{
    CANCEL_OFF;
    struct picked_loop s = {.loop = {loop, variable, first, end, step, 0, 1},
                            .pick = pick,
                            .count = count,
                            .better = better,
                            .last = last != 0,
                            .copies = choose_threads()};
    s.loop.trips = trips_of(first, end, step);
    s.loop.unit = unit_of(s.loop.trips, s.copies);
    if (s.copies < 2 || !make_picks(&s, variables)) {
        share(&s.loop, run_part, &s.loop, 1, NULL);
    } else {
        share(&s.loop, run_picked_part, &s, s.copies, NULL);
        combine_picks(&s);
    }
    free(s.copy);
    free(s.memory);
}
