/*
 * Which launches on the host are worth waking threads for.
 *
 * Small sweeps, such as those of a stencil over a small grid, are done before
 * another thread has heard of them. How long a launch takes nobody knows in
 * advance; but kernels are launched again and again. So there is a note for
 * each, of what a block cost when the calling thread ran all of them, and when
 * threads shared them, and what was cheaper is done, as long as it is a matter
 * of microseconds; the other way is looked at now and then. A launch that takes
 * longer than its note said is shared after all. The first launch of a kernel
 * begins alone, if it has so many blocks that a few of them tell enough: no
 * thread is started for a program that has little to do. Results never depend
 * on it.
 *
 * Notes are guesses: threads of the program that launch one kernel at the same
 * time overwrite each other's, and so do kernels that share a place.
 */
#ifndef HEDRA_RUNTIME_HOST_FORK_H
#define HEDRA_RUNTIME_HOST_FORK_H

#include "runtime/host/pool.h"

#include <stdbool.h>

/* Launches that take longer are shared, and those that take less never are:
 * nanoseconds. */
enum { HOST_FORK_MOST = 20000, HOST_FORK_LEAST = 1000 };
/* A kernel of so many blocks for each thread may begin alone; and one of so
 * many blocks in all, where no threads run yet. */
enum { HOST_FORK_MANY = 16, HOST_FORK_FEW = 8 };

/* Nanoseconds for a block, 0: unknown. */
struct host_fork_note {
    float alone, shared;
    unsigned launches;
    bool divided; /* threads shared the launch that returned the note */
};

/* Is the calling thread to run n > 1 blocks alone, at first? */
bool host_fork_alone(const struct host_fork_note *note, int threads, int64_t n);
/* Is the rest of a launch to be shared that took so many nanoseconds in the
 * calling thread, and has as many `left` if its blocks go on as its last ones
 * did? `start`: how long threads take that do not run yet, 0: they run. */
bool host_fork_rest(double start, double nanoseconds, double left);
/* The least number of blocks that threads are to share, if it is known: those
 * that take as long as launches that are shared. Else 0. */
int64_t host_fork_least(const struct host_fork_note *note);
/* Notes that `n` blocks took so many nanoseconds; and that so many threads
 * together took no longer for them: alone, one takes no more than that. (What a
 * block takes of a launch of a few is mostly what a launch takes.) */
void host_fork_learn(struct host_fork_note *note, bool alone, int64_t n,
                     double nanoseconds);
void host_fork_bound(struct host_fork_note *note, int threads, int64_t n,
                     double nanoseconds);

/* Does what host_pool_run does; `kernel` tells launches of one kernel from
 * others'. Returns the note, which is empty if n < 2 or there is one thread. */
struct host_fork_note host_fork_run(int threads, const void *kernel,
                                    host_pool_body body, const void *context,
                                    int64_t n);

/* Blocks of which each needs some of what the one before does: the calling
 * thread runs begin <= i < end alone, or with others, of which it hears how
 * many nanoseconds a block takes. */
struct host_rows {
    host_pool_body alone;
    void (*together)(const void *context, int threads, int64_t begin,
                     int64_t end, double row);
    const void *context;
};

/* host_fork_run for these. Those that take less than HOST_FORK_ROW nanoseconds
 * each one thread runs. */
enum { HOST_FORK_ROW = 4000 };
struct host_fork_note host_fork_rows(int threads, const void *kernel,
                                     const struct host_rows *rows, int64_t n);

#endif
