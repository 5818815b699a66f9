/*
 * libhedra: what generated code calls, and the few calls for users.
 *
 * Only libc is needed; the CUDA and OpenCL drivers are opened with dlopen when
 * a device of theirs is asked for. Environment:
 *   HEDRA_DEVICE=auto|cuda[:n]|opencl[:n]|host|ptxsim   where regions run
 * (auto: the first GPU that works, else the host; ptxsim: what a GPU would get
 * is executed by a simulator on the CPU, many times slower than host)
 *   HEDRA_STATS=0|1    1: at exit, one line per region: device, runs, kernels,
 *                      time in kernels and transfers, bytes moved; and how
 *                      often its plain nest ran instead, and why; one more for
 *                      regions that made Plans: how many, how many were there
 *                      from earlier runs, how often the list was walked (else
 *                      the nest), the points that were active, eta, and what
 *                      making them took of the time in kernels.
 *                      eta is the Plan efficiency of eq. 2.9 of the thesis, the
 *                      active points over the lanes of the kernel that ran
 *                      them, a list or a nest, in its one step. For Plans by
 *                      levels: how many were made, how many were there from
 *                      earlier runs, and how many were walked; of those the
 *                      steps, and the steps of the static schedule, the active
 *                      points, the points for each step, and eta over the
 *                      lanes of all steps
 *   HEDRA_CHECK=race,bounds,init,divide|all|none   on the device ptxsim: what
 *       kernels are checked for (default: bounds). Findings end the process
 * with exit(70) at the region's end HEDRA_COUNT=table|json|annotate[:FILE][,…]
 * on the device ptxsim: at exit, what each kernel cost: instructions, lanes,
 * memory, caches, occupancy, what binds it. With ,arch:NAME the GPU to count
 * for (default: sm_80); with ,ptxas:FILE registers, from what `ptxas -v`
 * printed HEDRA_PLAN=auto|guard|plan   regions with a Plan: choose by the share
 * of active points (the default), never make the Plan, always walk it
 *   HEDRA_TRIAL=time:FILE|check:FILE   programs that hedrac --tune builds:
 * times each region, or compares it with the plain nest; at exit FILE has what
 * came out HEDRA_THREADS=n    threads of the devices host and ptxsim (default:
 * the CPUs that the process may use) An empty value is none. Whatever the
 * device, a value that is not valid ends the process with exit(70), or is an
 * error of the function of the other headers that reads it; unknown variables
 * HEDRA_... get a warning on stderr. All functions may be called from several
 * threads at once: regions on the host then share its threads, regions on a GPU
 * take turns, so that a thread begins none inside another. A region's end is a
 * cancellation point, and there is none inside: a thread that is cancelled
 * (pthread_cancel) leaves nothing locked. Not from signal handlers, which must
 * not leave a region by longjmp either. In a child of fork regions go on on the
 * host; drivers do not survive: on another device that the parent used they run
 * as plain C there, and what was newer on such a device is lost to the child,
 * which is told so and ends when it asks for it. The library's threads end when
 * there is no work for a while, so that a process ends with the last thread of
 * its own. What there is no memory for runs as plain C. Messages go to stderr;
 * a fault that the program cannot go on after ends it with exit(70).
 */
#ifndef HEDRA_H
#define HEDRA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HEDRA_API __attribute__((visibility("default")))
#else
#define HEDRA_API
#endif

/* One argument of a kernel: the member follows from the signature letter. */
union hedra_arg {
    int32_t i;
    uint32_t u;
    int64_t l;
    uint64_t m;
    float f;
    double d;
    int64_t b; /* buffer: index into the region's array table */
    void *p;   /* host kernels only: the address of element 0 */
};

/* Runs blocks begin <= index < end of the grid's x. */
typedef void (*hedra_host_kernel)(const union hedra_arg *arg, int64_t begin,
                                  int64_t end);

struct hedra_kernel {
    const char *name;
    const char *signature;  /* letters of backends/target.h */
    int block[3];           /* threads per block */
    int line;               /* in the user's source */
    hedra_host_kernel host; /* NULL: a kernel for GPUs only */
};

/* All that was compiled from one marked region. Static storage. `state` is the
 * runtime's, NULL at the start. Texts are NULL where a target was left out. */
struct hedra_module {
    int abi; /* HEDRA_ABI */
    const char *name, *file;
    int line;
    const char *ptx, *opencl;
    int gpu_kernel_count, host_kernel_count;
    const struct hedra_kernel *gpu_kernel, *host_kernel;
    void *state;
    unsigned plain; /* enum hedra_plain_flags */
};
#define HEDRA_ABI 4

/* Of the plain nest of a module. */
enum hedra_plain_flags {
    HEDRA_PLAIN_TIMED = 1, /* hedra_plain_done follows it */
    HEDRA_PLAIN_EXACT = 2  /* it computes the bits that the kernels compute */
};
#ifdef __FAST_MATH__ /* then it may not */
#define HEDRA_PLAIN_EXACT 0
#endif

enum hedra_array_flags {
    HEDRA_READ = 1,    /* the region may read it */
    HEDRA_WRITE = 2,   /* the region may write it */
    HEDRA_DISCARD = 4, /* every byte of the range is written before it is
                          read: nothing to copy to the device */
    HEDRA_TEMP = 8,    /* lives only during the region: base is NULL, the
                          runtime allocates hi - lo bytes, uninitialised */
    /* With HEDRA_TEMP, what a Plan is made of. The memory of such rows is
     * allocated when a kernel first uses them. For HEDRA_STATS: */
    HEDRA_SCHEDULE = 16, /* used by the kernels that make it, and only these;
                            what drivers fetch from it is how many points are
                            active, of as many as … */
    HEDRA_LIST = 32, /* … the next row holds, their list: a kernel that uses it
                       and no row of the scheduler walks the Plan */
    HEDRA_STEPS = 64,  /* with HEDRA_SCHEDULE, for a Plan of several steps: its
                          elements 0 and 1 are how many steps it has, and active
                          points; as the last row but … */
    HEDRA_STATE = 128, /* … this one, which has no memory (Plans that are lists
                          may end with one, too): hi is how many steps the
                          static schedule has, and hedra_fetch gives an enum
                          hedra_plan_state, of element `key`, a number for the
                          integers and scalars that the Plan depends on */
    HEDRA_KEEP = 256,  /* with HEDRA_STATE: the Plan, all rows of it before this
                          one, may be kept from run to run, as long as the rows
                          with … */
    HEDRA_INPUT = 512,  /* … this flag, and the key, stay the same */
    HEDRA_GUESS = 1024, /* data decide what the region touches of an array of
                           unknown size: the range may hold what is not the
                           array's, and what the region leaves as it was is
                           never written */
    HEDRA_PLAN_ROW = HEDRA_SCHEDULE | HEDRA_LIST | HEDRA_STATE
};

/* What there is of a Plan before it is made. */
enum hedra_plan_state {
    HEDRA_PLAN_NEW,  /* nothing; nor did the last run have such inputs */
    HEDRA_PLAN_SEEN, /* nothing, but they are the last run's: a Plan made now is
                        likely to serve again */
    HEDRA_PLAN_KEPT  /* its rows hold what an earlier run left in them */
};

/* One array of a region: bytes lo <= offset < hi from `base` are touched;
 * lo may be negative; lo >= hi: nothing is touched. */
struct hedra_array {
    const char *name;
    void *base;
    int64_t lo, hi;
    int element_size;
    unsigned flags;
};

enum hedra_where { HEDRA_HOST, HEDRA_GPU };

struct hedra_run; /* one execution of a region */

/* Why a program's own nest runs instead of a region. */
enum hedra_reason {
    HEDRA_KEPT,      /* hedrac found nothing to gain; there is no module */
    HEDRA_ASSUMED,   /* what hedrac assumed of sizes does not hold */
    HEDRA_OVERLAPS,  /* two arrays overlap that must not */
    HEDRA_NO_DEVICE, /* no device can run it */
    HEDRA_NO_MEMORY, /* there is no memory for its temporary arrays, or other
                        means of the device do not suffice */
    HEDRA_CHOSEN,    /* it was faster in earlier calls, or HEDRA_CHOOSE says so;
                        hedra_begin */
    HEDRA_REASONS
};

/* Do two arrays overlap in memory that one of them writes? pair[2k],
 * pair[2k+1], k < pairs, index `array`; 1 if any pair does, else 0. As the
 * caller then runs the plain nest, 1 implies hedra_plain. */
HEDRA_API int hedra_overlap(struct hedra_module *module,
                            const struct hedra_array *array, const int *pair,
                            int pairs);

/* The program's own nest is about to run instead of a region: brings all kept
 * arrays home, and their copies on devices become invalid. HEDRA_STATS counts
 * it, unless the module is NULL. Ends the process with exit(70) if a device
 * does not give back what it has; not to be called between hedra_begin and
 * hedra_end. */
HEDRA_API void hedra_plain(struct hedra_module *module, enum hedra_reason why);

/* The module's own nest, which ran instead of the region, is done: what it took
 * counts for the choice of later calls (HEDRA_CHOOSE). */
HEDRA_API void hedra_plain_done(struct hedra_module *module);

/* Starts an execution: chooses the device, makes the arrays present on it.
 * `want`: 0 any, 1 GPU only, 2 host only (the device clause). The `count` rows
 * of `array` must stay valid until hedra_end, which the same thread calls,
 * once, and which frees the run; a thread whose run is on a GPU begins no other
 * one before. *where says which driver function to call. If the device that
 * HEDRA_DEVICE names cannot be used, the process ends with a message and
 * exit(70). With auto, a GPU that does not work, or has too little memory, is
 * left for the host, said once on stderr. NULL, after a message (said once per
 * region), if the host cannot run it either, or if there is no memory for its
 * temporary arrays on the device that is named: the caller may then run the
 * plain nest (NULL implies hedra_plain). NULL, too, where the plain nest took
 * less time in earlier calls on the host, or is to be timed (HEDRA_CHOOSE; of
 * modules with HEDRA_PLAIN_TIMED alone). The calling thread is not cancelled
 * (pthread_cancel) before the end of hedra_end. */
HEDRA_API struct hedra_run *hedra_begin(struct hedra_module *module,
                                        const struct hedra_array *array,
                                        int count, int want,
                                        enum hedra_where *where);

/* Runs kernel number `kernel` of the module's gpu_kernel or host_kernel table
 * (by *where) over grid[0] x grid[1] x grid[2] blocks, on GPUs less than 2^31
 * and 2^16 of the last two, on the host these two 1, asynchronously on GPUs, in
 * order. `arg`: one for each of the `count` letters of its signature; copied. A
 * grid with a zero or negative extent runs nothing. 0 on success; otherwise a
 * message was kept for hedra_end, and further launches run nothing. */
HEDRA_API int hedra_launch(struct hedra_run *run, int kernel,
                           const int64_t grid[3], const union hedra_arg *arg,
                           int count);

/* The turns of launches in a chain. */
enum hedra_turn {
    HEDRA_BEFORE = 1, /* needs nothing of other chunks … */
    HEDRA_IN_TURN,    /* is made after all that the chunks before have to do
                         BEFORE and IN_TURN */
    HEDRA_AFTER       /* … and leaves nothing to them */
};

/* Launches as hedra_launch does, in a chain that lasts until hedra_end_chain:
 * chunks of launches that follow each other, of which only some depend on
 * chunks before. The device may put them off, and run chunks beside each other;
 * hedra_end_chain, hedra_launch, hedra_fetch and hedra_end first make those
 * that were put off. In a chunk the turns do not go down; a launch of a lower
 * turn than the one before begins the next chunk. 0 on success, as
 * hedra_launch. */
HEDRA_API int hedra_launch_in_chain(struct hedra_run *run, int kernel,
                                    const int64_t grid[3],
                                    const union hedra_arg *arg, int count,
                                    int turn);

/* Makes the launches that were put off. 0 on success, as hedra_launch. */
HEDRA_API int hedra_end_chain(struct hedra_run *run);

/* Can the run's device be trusted with barriers in loops and branches? 1, but 0
 * on OpenCL devices that are no GPUs with large blocks: PoCL's compiler lets go
 * of some. */
HEDRA_API int hedra_barriers(const struct hedra_run *run);

/* How many blocks of a kernel run beside each other on the run's device, 1 to
 * `most`, which is 1 or more: on the host, its threads at most. */
HEDRA_API int64_t hedra_threads(const struct hedra_run *run, int64_t most);

/* The host address of element 0 of array `index` (temporaries included) on the
 * host device; NULL on GPUs. */
HEDRA_API void *hedra_address(struct hedra_run *run, int index);

/* Element number `element` of row `row` of the table as it is after all
 * launches so far, in *value (of the row's element size): what a driver decides
 * by while everything else stays on the device. Waits for the launches. 0 on
 * success; otherwise *value is 0 and a message was kept for hedra_end.
 * HEDRA_STATS counts bytes and time of the copy as a transfer. */
HEDRA_API int hedra_fetch(struct hedra_run *run, int row, int64_t element,
                          void *value);

/* A number for the contents of row `row` when the run began, to tell later runs
 * whether what was computed from them still holds: runs that get the same
 * number, not 0, began with the same bytes. 0: unknown, as for every row that
 * does not lie in a range kept by hedra_keep: the program may have changed it.
 * Regions that write to a kept range, plain nests and a new hedra_keep make new
 * numbers. */
HEDRA_API uint64_t hedra_row_version(struct hedra_run *run, int row);

/* For host kernels, whose vectors hold an element of each of several rows:
 * HEDRA_TILE_ROWS rows that follow each other in memory, of `steps` elements
 * each, 16 or more, of 4 or 8 bytes, become columns,
 *   in:  to[k * HEDRA_TILE_ROWS + j] = from[j * steps + k]
 *   out: to[j * steps + k] = from[k * HEDRA_TILE_ROWS + j]
 * and the processor is asked to have ready what lies a few such tiles behind
 * the rows. `to` and `from` must not overlap. */
enum { HEDRA_TILE_ROWS = 16 };

/* In: from rows to columns. `size`: bytes of an element. */
HEDRA_API void hedra_to_columns(void *to, const void *from, int size,
                                int64_t steps);

/* Out: from columns to rows. `size`: bytes of an element. */
HEDRA_API void hedra_to_rows(void *to, const void *from, int size,
                             int64_t steps);

/* How the region's points are to be walked where a Plan (a list of those that
 * have something to do, or of those of each step, made on the device) may
 * replace the nest: what HEDRA_PLAN asks for. */
enum hedra_plan_mode {
    HEDRA_PLAN_AUTO,  /* by the share of the points that are active, or by the
                         steps that are left */
    HEDRA_PLAN_GUARD, /* the nest: every point tests its guard */
    HEDRA_PLAN_LIST   /* always the list */
};
/* An enum hedra_plan_mode. If HEDRA_PLAN is none of them, HEDRA_PLAN_GUARD, and
 * a message was kept for hedra_end. */
HEDRA_API int hedra_plan_mode(struct hedra_run *run);

/* Waits, copies written arrays back (unless kept by hedra_keep), frees the
 * temporaries and the run. On failure prints what failed and ends the process
 * with exit(70): the arrays may hold partial results. */
HEDRA_API void hedra_end(struct hedra_run *run);

/* As hedra_end for a caller that has a plain nest: where what failed is a lack
 * of memory, or of other means of the device, and nothing of the caller's
 * arrays has been written, it says so, once per region, and returns 1: the
 * plain nest is to run instead (1 implies hedra_plain). Else 0. */
HEDRA_API int hedra_end_or_plain(struct hedra_run *run);

/* #pragma hedra data: until the matching hedra_release, of the same base and
 * size in bytes, bytes [base, base+size) stay on the device between regions and
 * are copied back only by hedra_release or hedra_sync; the program must not
 * touch them in between, nor free them. A range may be kept several times, and
 * ranges may overlap; not to be called between hedra_begin and hedra_end. A
 * size of 0 is nothing. A hedra_release without hedra_keep, bytes that a device
 * does not give back, and no memory end the process with a message and
 * exit(70). */
HEDRA_API void hedra_keep(void *base, size_t size);

/* Ends one hedra_keep of the same range: the bytes are copied back. Errors as
 * above. */
HEDRA_API void hedra_release(void *base, size_t size);
/* Makes the host's copy of [base, base+size) current: it may be read, not
 * changed, until the next region that writes it. Bytes outside of kept ranges
 * are current already. Errors as above. */
HEDRA_API void hedra_sync(void *base, size_t size);

/* Trials: of programs that `hedrac --tune` builds, and no others. Nothing is
 * done without HEDRA_TRIAL. A region's function calls begin before hedra_begin,
 * start behind it, stop before hedra_end and end behind that: 1 asks for the
 * plain nest, which plain follows in any case that it runs. */
struct hedra_trial {
    const char *name;       /* of the region, unique in the program */
    const char *parameters; /* names, with blanks between them … */
    int sizes;              /* … and how many */
    int exact;              /* floats must be equal, too */
    void *state;            /* the runtime's, NULL at the start */
};
/* Bytes lo <= offset < hi from `base`, which the region may write. */
struct hedra_trial_row {
    const char *name;
    void *base;
    int64_t lo, hi;
    int element_size;
    int64_t stride; /* bytes from an element to the next one */
    char type;      /* 'f' float, 'd' double, 'i' compared as bytes, '-' saved
                       and not compared */
};

/* Before hedra_begin. The `count` rows are what the region may write, *size the
 * values of the trial's parameters; both must stay until hedra_trial_end. */
HEDRA_API void hedra_trial_begin(struct hedra_trial *trial,
                                 const struct hedra_trial_row *row, int count,
                                 const int64_t *size);

/* Behind hedra_begin: time counts from here. */
HEDRA_API void hedra_trial_start(struct hedra_run *run);

/* Before hedra_end: time counts to here, when all launches are done. */
HEDRA_API void hedra_trial_stop(struct hedra_run *run);

/* Behind hedra_end. 1: the caller is to run the plain nest. */
HEDRA_API int hedra_trial_end(void);

/* After the plain nest. */
HEDRA_API void hedra_trial_plain(struct hedra_trial *trial);

/* The device that HEDRA_DEVICE names or, with auto, that would be used now for
 * a region compiled for all, e.g. "cuda:0 NVIDIA H200" or "host, 8 threads";
 * "none" if the one that it names cannot be used. Static storage. */
HEDRA_API const char *hedra_device_name(void);
/* Of the library, "MAJOR.MINOR.PATCH". Static storage. */
HEDRA_API const char *hedra_version(void);

#ifdef __cplusplus
}
#endif

#endif
