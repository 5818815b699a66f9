/*
 * Decides by what a kernel's blocks cost before whether a launch is worth
 * waking threads for (fork.h).
 */
#include "runtime/host/fork.h"
#include "runtime/base/base.h"

#include "runtime/host/clock.h"

#include <stdatomic.h>

/* Launches between two looks at the dearer way. */
enum { AGAIN = 64 };

/* A measurement that is higher than what was known counts for a quarter, and
 * one that something else disturbed for no more than so many times that. What
 * is lower was disturbed less, by the start of threads for example. */
static const float WEIGHT = 0.25F, OUTLIER = 4;

/* So many times HOST_FORK_MOST a shared launch may have taken. */
static const float UNTRIED = 10;

FIRST_CODE bool host_fork_alone(const struct host_fork_note *note, int threads,
                                int64_t n)
{
    bool tried = note->alone > 0, look = note->launches % AGAIN == 0;
    float known = tried ? note->alone : note->shared;
    if (known <= 0)
        return n / HOST_FORK_MANY >= threads;
    /* What threads together take of a launch that nobody made alone may be
     * mostly their meeting: it is made alone as far as it is short. */
    if (!tried && known * (float)n <= UNTRIED * (float)HOST_FORK_MOST)
        return true;
    if (known * (float)n > (float)HOST_FORK_MOST)
        return false;
    if (known * (float)n < (float)HOST_FORK_LEAST)
        return true;
    bool better = note->shared <= 0 || note->alone <= note->shared;
    return look ? !better : better;
}

/* So many times as long as threads take to start they have to work, since two
 * that share a processor's units save no more than a third. What is left is a
 * guess until the calling thread has worked for a while. */
enum { WORTH = 3 };

/* Nanoseconds: with less left, or sooner, it is not even asked how long threads
 * take to start, as the first blocks may take far longer than others; and
 * asking takes a new page, some microseconds on systems that are slow to give
 * memory.
 */
enum { WORTH_ASKING = 240000, SEEN = 25000 };

/* Nanoseconds: launches that took so long alone are shared at once. */
enum { WORTH_STARTING = 16000000 };

FIRST_CODE bool host_fork_rest(double start, double nanoseconds, double left)
{
    return nanoseconds >= HOST_FORK_MOST &&
           (left >= WORTH * start ||
            (left >= start && nanoseconds >= 2 * WORTH * start)) &&
           4 * nanoseconds >= start;
}

int64_t host_fork_least(const struct host_fork_note *note)
{
    bool better = note->shared <= 0 || note->alone <= note->shared;
    float least = better ? HOST_FORK_MOST : HOST_FORK_LEAST;
    return note->alone > 0 ? (int64_t)(least / note->alone) + 1 : 0;
}

FIRST_CODE void host_fork_learn(struct host_fork_note *note, bool alone,
                                int64_t n, double nanoseconds)
{
    float *known = alone ? &note->alone : &note->shared;
    float seen = (float)(nanoseconds / (double)n);
    if (*known > 0 && seen > OUTLIER * *known)
        seen = OUTLIER * *known;
    *known =
        *known > 0 && seen > *known ? *known + WEIGHT * (seen - *known) : seen;
    note->launches++;
}

void host_fork_bound(struct host_fork_note *note, int threads, int64_t n,
                     double nanoseconds)
{
    float most = (float)(nanoseconds * threads / (double)n);
    if (note->alone > most)
        note->alone = most;
}

/* The table of notes ------------------------------------------------------- */

enum { PLACES = 256 };

static struct launch_record {
    _Atomic uintptr_t kernel;
    _Atomic float alone, shared;
    _Atomic unsigned launches;
} table[PLACES];

FIRST_CODE static struct launch_record *place_of(const void *kernel)
{
    uint64_t hash = (uintptr_t)kernel * UINT64_C(0x9e3779b97f4a7c15);
    return &table[hash >> 56];
}
_Static_assert(PLACES == 1 << 8, "the hash has 8 bits");

FIRST_CODE static struct host_fork_note read_note(struct launch_record *p,
                                                  const void *kernel)
{
    struct host_fork_note note = {0};
    if (atomic_load_explicit(&p->kernel, memory_order_relaxed) !=
        (uintptr_t)kernel)
        return note;
    note.alone = atomic_load_explicit(&p->alone, memory_order_relaxed);
    note.shared = atomic_load_explicit(&p->shared, memory_order_relaxed);
    note.launches = atomic_load_explicit(&p->launches, memory_order_relaxed);
    return note;
}

FIRST_CODE static void write_note(struct launch_record *p, const void *kernel,
                                  const struct host_fork_note *note)
{
    atomic_store_explicit(&p->kernel, (uintptr_t)kernel, memory_order_relaxed);
    atomic_store_explicit(&p->alone, note->alone, memory_order_relaxed);
    atomic_store_explicit(&p->shared, note->shared, memory_order_relaxed);
    atomic_store_explicit(&p->launches, note->launches, memory_order_relaxed);
}

/* Running ------------------------------------------------------------------ */

struct rest_of_blocks {
    host_pool_body body;
    const void *context;
    int64_t from;
};

static void run_rest(const void *context, int64_t begin, int64_t end)
{
    const struct rest_of_blocks *rest = context;
    rest->body(rest->context, rest->from + begin, rest->from + end);
}

/* How many blocks to run after `done` ones: all if they seem to be quick and
 * those of earlier launches were, too; the first launch looks at least at each
 * eighth, since nobody knows yet whether its blocks are alike. */
FIRST_CODE static int64_t next_part(bool first, int64_t done, int64_t n,
                                    int64_t part, double nanoseconds)
{
    int64_t rest = n - done, most = n / 8 > 1 ? n / 8 : 1;
    if (first)
        part = 2 * part < most ? 2 * part : most;
    else if (nanoseconds * (double)n < HOST_FORK_MOST * (double)done)
        part = rest;
    else
        part *= 4;
    return part < rest ? part : rest;
}

/* How many blocks to run first: of a kernel whose blocks are known to take
 * little as many as a compiler may fill vectors with, or a quarter. */
FIRST_CODE static int64_t first_part(float known, int64_t n)
{
    enum { PARTS = 16, FIRST_PARTS = 1024, FILL = 64 };
    int64_t part = n / (known > 0 ? PARTS : FIRST_PARTS);
    int64_t least = n / 4 < FILL ? n / 4 : FILL;
    if (known > 0 && known * FILL < HOST_FORK_MOST / 4 && part < least)
        part = least;
    return part > 1 ? part : 1;
}

/* Nanoseconds of launches that threads would have shared, had they run. */
static atomic_llong missed FIRST_DATA;

/* A program that launches often enough gets threads, however short a launch is.
 * `most`: of the launch's blocks a good part is done. */
FIRST_CODE static bool is_to_share(int threads, double nanoseconds, double left,
                                   bool most)
{
    if (host_pool_is_ready())
        return host_fork_rest(0, nanoseconds, left);
    if (nanoseconds < SEEN && !most)
        return false;
    double before = (double)atomic_load_explicit(&missed, memory_order_relaxed);
    nanoseconds += before;
    left += before;
    return left >= WORTH_ASKING && nanoseconds >= SEEN &&
           host_fork_rest(host_pool_start_guess(), nanoseconds, left) &&
           host_fork_rest(host_pool_start_time(threads), nanoseconds, left);
}

/* Runs blocks, a few at first, then more at a time, while it does not take too
 * long; how many, and *nanoseconds. `known`: what a block took, 0: nobody
 * knows. */
FIRST_CODE static int64_t run_alone(int threads, float known,
                                    host_pool_body body, const void *context,
                                    int64_t n, double *nanoseconds)
{
    const bool first = known <= 0;
    int64_t done = 0, part = first_part(known, n);
    double start = host_clock(), last, left;
    *nanoseconds = 0;
    do {
        body(context, done, done + part);
        done += part;
        last = *nanoseconds;
        *nanoseconds = host_clock() - start;
        left = (*nanoseconds - last) / (double)part * (double)(n - done);
        part = next_part(first, done, n, part, *nanoseconds);
    } while (done < n &&
             !is_to_share(threads, *nanoseconds, left, 4 * done >= n));
    if (done == n && *nanoseconds >= HOST_FORK_MOST && !host_pool_is_ready())
        atomic_fetch_add(&missed, (long long)*nanoseconds);
    return done;
}

FIRST_CODE struct host_fork_note host_fork_run(int threads, const void *kernel,
                                               host_pool_body body,
                                               const void *context, int64_t n)
{
    if (n < 2 || threads == 1) {
        host_pool_run(threads, body, context, n);
        return (struct host_fork_note){.alone = 0};
    }
    struct launch_record *place = place_of(kernel);
    struct host_fork_note note = read_note(place, kernel);
    struct rest_of_blocks rest = {body, context, 0};
    double nanoseconds;
    bool pays = note.alone * (float)n >= (float)WORTH_STARTING;
    bool waits = !host_pool_is_ready() && !pays && n >= HOST_FORK_FEW;
    if (host_fork_alone(&note, threads, n) || waits) {
        rest.from =
            run_alone(threads, note.alone, body, context, n, &nanoseconds);
        host_fork_learn(&note, true, rest.from, nanoseconds);
        note.divided = rest.from < n;
        if (note.divided)
            host_pool_run(threads, run_rest, &rest, n - rest.from);
    } else {
        double start = host_clock();
        host_pool_run(threads, body, context, n);
        nanoseconds = host_clock() - start;
        host_fork_learn(&note, false, n, nanoseconds);
        host_fork_bound(&note, threads, n, nanoseconds);
        note.divided = true;
    }
    write_note(place, kernel, &note);
    return note;
}

struct host_fork_note host_fork_rows(int threads, const void *kernel,
                                     const struct host_rows *rows, int64_t n)
{
    if (n < 2 || threads == 1) {
        rows->alone(rows->context, 0, n);
        return (struct host_fork_note){.alone = 0};
    }
    struct launch_record *place = place_of(kernel);
    struct host_fork_note note = read_note(place, kernel);
    int64_t done = 0;
    bool known = note.alone >= HOST_FORK_ROW &&
                 note.alone * (float)n >= 2 * HOST_FORK_MOST;
    if (!known || !host_pool_is_ready()) {
        double nanoseconds;
        done = run_alone(threads, note.alone, rows->alone, rows->context, n,
                         &nanoseconds);
        host_fork_learn(&note, true, done, nanoseconds);
    }
    note.divided = done < n && note.alone >= HOST_FORK_ROW;
    if (note.divided)
        rows->together(rows->context, threads, done, n, note.alone);
    else if (done < n)
        rows->alone(rows->context, done, n);
    write_note(place, kernel, &note);
    return note;
}
