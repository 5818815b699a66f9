/*
 * Running blocks, and the observers that watch them.
 *
 * Whoever watches (the checks, the counts) implements a struct
 * ptxsim_observer_ops and may read everything here and in program.h, but writes
 * nothing of it.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_MACHINE_OBSERVER_H
#define HEDRA_RUNTIME_PTXSIM_MACHINE_OBSERVER_H

#include "runtime/ptxsim/machine/program.h"

/* Running blocks ----------------------------------------------------------- */

struct ptxsim_run; /* one launch as it runs: exec.h */

/* A block of threads while it runs, by one host thread. */
struct ptxsim_block {
    struct ptxsim_run *run;
    const struct ptxsim_program *program;
    const struct ptxsim_launch *launch;
    int64_t index;   /* linear, x fastest */
    int position[3]; /* %ctaid */
    int threads, warps;
    int shared_size; /* static + dynamic */
    unsigned char *shared;
    int local_size; /* bytes of one thread's local window, all frames */
    struct ptxsim_warp *warp;
    void *observed[PTXSIM_OBSERVERS]; /* each observer's state of this block */
};

enum ptxsim_kind {
    PTXSIM_LOAD,
    PTXSIM_STORE,
    PTXSIM_ATOMIC, /* atom */
    PTXSIM_REDUCE  /* red: an atomic whose result nobody wants */
};

/* One memory instruction of one warp. */
struct ptxsim_request {
    int insn;                     /* index into program->insn */
    enum ptxsim_space_kind space; /* never GENERIC: that is resolved per lane,
                                     and each space met is its own request */
    enum ptxsim_kind kind;
    int bytes;       /* per lane, contiguous from its address */
    int element;     /* bytes of one element: bytes / element is 1, 2 or 4 */
    uint32_t active; /* the lanes that access, never 0 */
    /* Per lane (garbage for those not active). GLOBAL: the address in the
     * program's space. SHARED: the offset in the block's shared memory. LOCAL:
     * in the thread's window. CONST: in the const window; PARAM: in the
     * kernel's parameters or, for parameters of device functions, in the local
     * window. */
    const uint64_t *address;
    /* GLOBAL, CONST: the host address of each lane's bytes. */
    unsigned char *const *host;
};

enum ptxsim_barrier_kind {
    PTXSIM_BARRIER_ARRIVE,  /* a warp arrives (and waits, unless .arrive) */
    PTXSIM_BARRIER_RELEASE, /* all have arrived: once per barrier, by the last
                               warp; what comes after is ordered behind it */
    PTXSIM_BARRIER_WARP     /* bar.warp.sync: the lanes in `active` have met */
};

struct ptxsim_barrier_event {
    enum ptxsim_barrier_kind kind;
    int insn;
    int id;          /* 0 to 15 */
    uint32_t active; /* ARRIVE: the lanes that arrive */
    bool waits;      /* ARRIVE: not bar.arrive */
    /* Both: the barrier takes all threads of the block (no thread count). A
     * RELEASE of such a barrier orders all accesses of the block; of another,
     * only those of the warps in `warps`. */
    bool whole;
    uint32_t warps; /* RELEASE: bit w: warp w took part */
};

/* Observers ---------------------------------------------------------------- */

/* What to call as a kernel runs. NULL: not wanted, and free of cost. For each
 * block `state` is block_size bytes of the observer's own, zeroed before
 * block_begin and freed after block_end; blocks run on several host threads, so
 * between the two a function may write only its block's state. kernel_begin,
 * block_end and kernel_end are called one at a time, block_end in the order of
 * the blocks' indices: whatever is merged there (sums, a log of L1 misses that
 * is replayed through one L2) comes out the same for every number of threads.
 * So that kernels whose control flow depends on other blocks do so too, a
 * launch with an observer that is `exact` runs its blocks one after the other
 * if the kernel `waits` (struct ptxsim_function). After a finding that stops
 * the launch, block_end is called for blocks that ended before it, not for
 * others.
 */
struct ptxsim_observer_ops {
    size_t block_size;
    bool exact;
    /* False (out of memory) stops the launch. */
    bool (*kernel_begin)(struct ptxsim_observer *o,
                         const struct ptxsim_program *program,
                         const struct ptxsim_launch *launch);
    bool (*block_begin)(struct ptxsim_observer *o, struct ptxsim_block *block,
                        void *state);
    /* Before an instruction is executed: `active` are the lanes for which its
     * guard holds, 0 if for none; `present` those that are at it. */
    void (*issue)(void *state, const struct ptxsim_warp *warp, int insn,
                  uint32_t present, uint32_t active);
    /* After the checks of bounds and alignment, before the bytes move. */
    void (*memory)(void *state, const struct ptxsim_warp *warp,
                   const struct ptxsim_request *request);
    /* A conditional branch whose lanes part; both masks are not 0. */
    void (*diverge)(void *state, const struct ptxsim_warp *warp, int insn,
                    uint32_t taken, uint32_t not_taken);
    void (*barrier)(void *state, const struct ptxsim_warp *warp,
                    const struct ptxsim_barrier_event *event);
    void (*block_end)(struct ptxsim_observer *o,
                      const struct ptxsim_block *block, void *state);
    /* Frees what the state holds: once for every block_begin, after block_end
     * or, if the launch was stopped before, without it. */
    void (*block_drop)(struct ptxsim_observer *o, void *state);
    /* Also after a launch that was stopped. */
    void (*kernel_end)(struct ptxsim_observer *o);
};

/* An implementation's own struct starts with it. */
struct ptxsim_observer {
    const struct ptxsim_observer_ops *ops;
};

/* For observers: the warp's block, its number in the block, and its number's
 * thread: %tid of a lane. */
const struct ptxsim_block *ptxsim_warp_block(const struct ptxsim_warp *warp);
int ptxsim_warp_index(const struct ptxsim_warp *warp);
void ptxsim_thread_index(const struct ptxsim_warp *warp, int lane,
                         int thread[3]);

/* The bytes that a lane is about to store, at the time of the observer's memory
 * call for a PTXSIM_STORE; false for the other kinds. */
enum { PTXSIM_ACCESS_MAX = 32 };
bool ptxsim_stored(const struct ptxsim_warp *warp,
                   const struct ptxsim_request *request, int lane,
                   unsigned char bytes[PTXSIM_ACCESS_MAX]);

/* Reports a finding of the warp's instruction `insn`, lane (-1: of no one) and
 * address (size 0: none). `stop`: the launch ends as soon as every host thread
 * has seen it; else it goes on. Any thread of the launch. */
void ptxsim_find(const struct ptxsim_warp *warp, int insn,
                 enum ptxsim_finding_kind kind, int lane,
                 enum ptxsim_space_kind space, uint64_t address, int size,
                 bool stop, const char *format, ...)
    __attribute__((format(printf, 9, 10)));

/* Adds a finding that does not stop to the result, for observers that note
 * their own in their block's state and hand them in at its end. If one of the
 * same kind and lines is there, only its count grows. Called from block_end
 * alone. */
void ptxsim_add(struct ptxsim_run *run, const struct ptxsim_finding *finding);

#endif
