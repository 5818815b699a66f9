/*
 * libhedra: what generated code calls, and the few calls for users.
 *
 * Only libc is needed; the CUDA and OpenCL drivers are opened with dlopen when
 * a device of theirs is asked for. A region is a marked nest as it runs.
 *
 * Environment. An empty value is none; one that is not valid ends the process
 * with exit(70), whatever the device, or is an error of the function of the
 * other headers that reads it; unknown variables HEDRA_... get a warning.
 * - HEDRA_DEVICE=auto|cuda[:n]|opencl[:n]|host|ptxsim: where regions run. auto,
 *   the default, is the first GPU that works, else the host; ptxsim executes on
 *   the CPU what a GPU would get, many times slower than host.
 * - HEDRA_STATS=0|1: with 1, at exit, one line for each region: device, runs,
 *   kernels, time in kernels and transfers, bytes moved, how often its plain
 *   nest ran instead, and why; one more for regions with Plans: how many were
 *   made, kept and walked, the active points, the scheduler's time, and eta,
 *   the Plan efficiency of eq. 2.9 of the thesis: active points over the lanes
 *   that ran them, in one step or, for Plans by levels, in all that it tells;
 *   and one for each clause layout: its conversions (hedra_ordered.h).
 * - HEDRA_CHECK=race,bounds,init,divide|all|none: on ptxsim, what kernels are
 *   checked for (default: bounds); findings end the process with exit(70).
 * - HEDRA_COUNT=table|json|annotate[:FILE][,...]: on ptxsim, at exit, what each
 *   kernel cost: instructions, lanes, memory, caches, occupancy, what binds it;
 *   with ,arch:NAME for that GPU (default: sm_80), with ,ptxas:FILE with the
 *   registers that `ptxas -v` printed.
 * - HEDRA_PLAN=auto|guard|plan: regions with a Plan choose by the share of
 *   active points (the default), never make it, or always walk it.
 * - HEDRA_CHOOSE=auto|measure|hedra|plain: on the host, regions that run again
 *   are timed against their plain nests, and the faster way runs: auto, the
 *   default, where both give the same bits (elsewhere calls that have little to
 *   do run plain, by their sizes alone); or one of both always does.
 * - HEDRA_TRIAL=time:FILE|check:FILE: programs that hedrac --tune builds time
 *   each region, or compare it with the plain nest, and write FILE at exit.
 * - HEDRA_THREADS=n: threads of the devices host and ptxsim and of the families
 *   (default: the CPUs that the process may use).
 *
 * All functions may be called from several threads at once: regions on the host
 * then share its threads, regions on a GPU take turns, so that a thread begins
 * none inside another. A region's end is a cancellation point, and there is
 * none inside: a thread that is cancelled (pthread_cancel) leaves nothing
 * locked. They must not be called from signal handlers, which must not leave a
 * region by longjmp either. In a child of fork regions go on on the host;
 * drivers do not survive: on another device that the parent used they run as
 * plain C there, and what was newer on such a device is lost to the child,
 * which is told so and ends when it asks for it. The library's threads end when
 * there is no work for a while, so that a process ends with the last thread of
 * its own. What there is no memory for runs as plain C. Messages go to stderr;
 * a fault that the program cannot go on after ends it with exit(70).
 */
#ifndef HEDRA_H
#define HEDRA_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define HEDRA_API __attribute__((visibility("default")))
#else
#define HEDRA_API
#endif

#include "hedra_module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* HEDRA_SHARED: hedra_begin returned NULL, and the nest's own loops are to run,
 * shared by the host's threads. */
enum hedra_where { HEDRA_HOST, HEDRA_GPU, HEDRA_SHARED };

struct hedra_run; /* one execution of a region */

/* Why a program's own nest runs instead of a region. */
enum hedra_reason {
    HEDRA_KEPT,      /* hedrac found nothing to gain; there is no module */
    HEDRA_ASSUMED,   /* what hedrac assumed of sizes does not hold */
    HEDRA_OVERLAPS,  /* two arrays overlap that must not */
    HEDRA_NO_DEVICE, /* no device can run it */
    HEDRA_NO_MEMORY, /* memory or other means of the device do not suffice */
    HEDRA_CHOSEN, /* it was faster in earlier calls, or HEDRA_CHOOSE says it */
    HEDRA_ROUNDING, /* the calling thread does not round to nearest */
    HEDRA_REASONS
};

/* Regions ------------------------------------------------------------------
 *
 * Pointers are the caller's and are not kept, but where a comment says so.
 * Functions that return 0 on success return 1 after a failure: its message is
 * kept for hedra_end, and further launches and fetches of the run fail. */

/* Tells whether two arrays overlap in memory that the region writes: 1 if any
 * pair does, else 0. `pair` has 2 * pairs numbers of rows of `array`; the rows
 * pair[2k] and pair[2k + 1] are compared. Empty and temporary rows overlap
 * nothing. As the caller then runs the plain nest, 1 implies hedra_plain. */
HEDRA_API int hedra_overlap(struct hedra_module *module,
                            const struct hedra_array *array, const int *pair,
                            int pairs);

/* Prepares for the program's own nest, which is about to run instead of a
 * region, not between hedra_begin and hedra_end: brings all kept arrays home
 * and drops their copies on devices. HEDRA_STATS counts it, unless the module
 * is NULL. If a device does not give them back, exit(70) ends the process. */
HEDRA_API void hedra_plain(struct hedra_module *module, enum hedra_reason why);

/* Counts what the module's own nest, which ran instead of the region and is
 * done, took: later calls choose by that (HEDRA_CHOOSE). */
HEDRA_API void hedra_plain_done(struct hedra_module *module);

/* Iterations of a loop of the program: those whose iterator goes from `from` to
 * before `to`. `variable`: as given to hedra_share. */
typedef void (*hedra_loop)(void *const *variable, int64_t from, int64_t to);

/* Of a loop inside another one: from which end - first on (or first - end) it
 * is to be shared, and how often until then it is to run in place. 0 at first.
 */
struct hedra_note {
    int64_t least, turns;
};
static inline int hedra_pays(struct hedra_note *note, int64_t from, int64_t to)
{
    return (int64_t)((uint64_t)to - (uint64_t)from) >= note->least ||
           note->turns-- <= 0;
}

/* Runs the loop for (i = first; i < end; i += step), with > if the step, which
 * is not 0, is negative, in parts that cover it once each; the host's threads
 * share them. Returns when all are done, and *note is set, if there is one. No
 * overflow: step * (how often it runs) and all values are within int64_t. */
HEDRA_API void hedra_share(hedra_loop loop, void *const *variable,
                           int64_t first, int64_t end, int64_t step,
                           struct hedra_note *note);

/* Starts an execution: chooses the device and makes the arrays present on it.
 * `want`: 0 any, 1 GPU only, 2 host only (the device clause). *where says which
 * driver function to call. The `count` rows of `array` must stay valid until
 * hedra_end, which the same thread calls, once, and which frees the run. A
 * thread whose run is on a GPU begins no other one before, and the calling
 * one is not cancelled (pthread_cancel) before the end of hedra_end. With auto,
 * a GPU that does not work, or has too little memory, is left for the host,
 * said once on stderr. Returns NULL, after a message (said once per region), if
 * the host cannot run it either, or if there is no memory for its temporary
 * arrays on the device that is named: the caller may then run the plain nest
 * (NULL implies hedra_plain). NULL, too, where the plain nest took less time in
 * earlier calls on the host, or is to be timed (HEDRA_CHOOSE; of modules with
 * HEDRA_PLAIN_TIMED alone). The process ends with a message and exit(70) if
 * the device that HEDRA_DEVICE names cannot be used, or the module was compiled
 * for another HEDRA_ABI. */
HEDRA_API struct hedra_run *hedra_begin(struct hedra_module *module,
                                        const struct hedra_array *array,
                                        int count, int want,
                                        enum hedra_where *where);

/* Runs kernel number `kernel` of the module's table (gpu_kernel or host_kernel,
 * by *where) over grid[0] x grid[1] x grid[2] blocks: on GPUs less than 2^31,
 * and 2^16 of the last two, asynchronously and in order; on the host the last
 * two are 1. `arg` has the `count` arguments, one for each letter of the
 * kernel's signature; it is copied. A grid with a zero or negative extent runs
 * nothing. Returns 0 on success. */
HEDRA_API int hedra_launch(struct hedra_run *run, int kernel,
                           const int64_t grid[3], const union hedra_arg *arg,
                           int count);

/* The place of a launch in a chunk of a doacross loop. */
enum hedra_doacross {
    HEDRA_BEFORE = 1, /* the launch needs nothing of other chunks */
    HEDRA_ORDERED, /* it follows BEFORE and ORDERED of all chunks before its own
                    */
    HEDRA_AFTER    /* other chunks need nothing of it */
};

/* Launches as hedra_launch does, in a doacross loop that lasts until
 * hedra_end_doacross: chunks of launches that follow each other, of which only
 * some depend on chunks before. `place` is an enum hedra_doacross; in a chunk
 * the places do not go down, and a launch of a lower place than the one before
 * begins the next chunk. The device may put launches off and run chunks beside
 * each other; hedra_end_doacross, hedra_launch, hedra_fetch and hedra_end first
 * make those that were put off. Returns 0 on success. */
HEDRA_API int hedra_launch_doacross(struct hedra_run *run, int kernel,
                                    const int64_t grid[3],
                                    const union hedra_arg *arg, int count,
                                    int place);

/* Makes the launches of the doacross loop that were put off. Returns 0 on
 * success. */
HEDRA_API int hedra_end_doacross(struct hedra_run *run);

/* Tells whether the run's device can be trusted with barriers in loops and
 * branches: 1, but 0 on OpenCL devices that are no GPU, since PoCL's compiler
 * loses some, or have no room for blocks of 512 threads and 48 KiB. */
HEDRA_API int hedra_barriers(const struct hedra_run *run);

/* Returns how many blocks of a kernel run beside each other on the run's
 * device, at most `most`, which is 1 or more: on the host no more than its
 * threads, elsewhere `most`. */
HEDRA_API int64_t hedra_threads(const struct hedra_run *run, int64_t most);

/* Returns the host address of element 0 of row `index` of the table, temporary
 * ones included, valid until hedra_end; NULL on GPUs, for no row of the table,
 * and for a row of a Plan that no kernel has used. */
HEDRA_API void *hedra_address(struct hedra_run *run, int index);

/* Copies element number `element` of row `row` of the table, as it is after all
 * launches so far, to *value, which has the row's element size: what a driver
 * decides by while everything else stays on the device. It waits for the
 * launches. Of a row with HEDRA_STATE `element` is the key and *value an enum
 * hedra_plan_state. Returns 0 on success; otherwise *value is 0. HEDRA_STATS
 * counts bytes and time of the copy as a transfer. */
HEDRA_API int hedra_fetch(struct hedra_run *run, int row, int64_t element,
                          void *value);

/* Waits, copies written arrays back (unless kept by hedra_keep), frees the
 * temporaries and the run. On a failure, its own or one whose message was kept,
 * it prints what failed and ends the process with exit(70): the arrays may hold
 * partial results. */
HEDRA_API void hedra_end(struct hedra_run *run);

/* Ends a run as hedra_end does, for a caller that has a plain nest: where what
 * failed is a lack of memory, or of other means of the device, and nothing of
 * the caller's arrays has been written, it says so, once per region, and
 * returns 1: the plain nest is to run instead (1 implies hedra_plain). It
 * returns 0 where the region has run. */
HEDRA_API int hedra_end_or_plain(struct hedra_run *run);

/* For users ---------------------------------------------------------------- */

/* Returns the device that HEDRA_DEVICE names or, with auto, that would be used
 * now for a region compiled for all, e.g. "cuda:0 NVIDIA H200" or "host, 8
 * threads"; "none" if the one that it names cannot be used. The first call
 * decides. Static storage. */
HEDRA_API const char *hedra_device_name(void);

/* Returns the library's version, "MAJOR.MINOR.PATCH". Static storage. */
HEDRA_API const char *hedra_version(void);

#ifdef __cplusplus
}
#endif

#include "hedra_ahead.h"
#include "hedra_check.h"
#include "hedra_choose.h"
#include "hedra_data.h"
#include "hedra_layout.h"
#include "hedra_ordered.h"
#include "hedra_plan.h"
#include "hedra_trial.h"

#endif
