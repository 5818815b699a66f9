/*
 * The host's threads: run a function over [0, n) in parallel.
 *
 * One pool per process, started by the first range that can be shared. The
 * calling thread takes part. Each participant starts on its own contiguous
 * share, always the same one for the same n, so that successive loops over an
 * array find its parts in the same caches; it takes a sixteenth of what is left
 * at a time and, when done, steals half of another's rest. A worker that is
 * late joins late or not at all: nobody waits for a thread that has no work.
 *
 * A thread that finds the pool busy with another's range runs its own range
 * itself. Workers compute in the modes of the calling thread: how it rounds,
 * whether it flushes small numbers. They end after a quarter of a second
 * without work, so that they keep no process alive, and are started again when
 * there is some; in a child of fork, too. They take no signals but those that a
 * thread raises itself. A thread must not be cancelled in host_pool_run.
 */
#ifndef HEDRA_RUNTIME_HOST_POOL_H
#define HEDRA_RUNTIME_HOST_POOL_H

#include "runtime/base/base.h"

#include <stdbool.h>
#include <stdint.h>

enum { HOST_POOL_MAX_THREADS = 4096 };

/* Runs indices begin <= i < end. */
typedef void (*host_pool_body)(const void *context, int64_t begin, int64_t end);

/* How many threads a pool should have: the text of HEDRA_THREADS, or, if it is
 * NULL or empty, the CPUs that this process may use. 0 with a report if the
 * text is no number from 1 to HOST_POOL_MAX_THREADS. */
int host_pool_size(const char *text, struct report *why);

/* Do all threads of the pool run? */
bool host_pool_is_ready(void);

/* Nanoseconds until threads that do not run yet are of use: 80 microseconds, or
 * more where the system is slow to give memory, as some virtual machines are.
 * 0: they run, or the pool is in use. `threads` as in host_pool_run. */
double host_pool_start_time(int threads);
/* As much by one new page alone, which costs less to ask, and at least 80
 * microseconds. */
double host_pool_start_guess(void);

/* Calls body(context, …) over parts that cover [0, n) once each; returns when
 * all are done. `threads` as host_pool_size gave it, the same in every call.
 * n <= 0: nothing; n == 1 or threads == 1: in the calling thread alone. */
void host_pool_run(int threads, host_pool_body body, const void *context,
                   int64_t n);

/* Tells the processor that the thread waits for another. */
void host_pool_relax(void);

/* Ends and joins the workers unless the pool is in use; later ranges run in
 * their own threads. Called as the process or the library goes away. */
void host_pool_stop(void);

#endif
