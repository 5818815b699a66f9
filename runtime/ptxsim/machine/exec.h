/*
 * Execution: the state of a warp, and what the handlers' files share.
 *
 * A block is run by one host thread, its warps in turn. A warp is a program
 * counter, the lanes that are at it, and a stack of lanes that wait: either at
 * the other side of a branch, or where the parted lanes meet. alu.inc holds the
 * handlers of arithmetic, compiled for several instruction sets; memory.c,
 * warp_op.c and control.c the others; run.c the loop around them.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_MACHINE_EXEC_H
#define HEDRA_RUNTIME_PTXSIM_MACHINE_EXEC_H

#include "runtime/ptxsim/machine/observer.h"
#include "runtime/ptxsim/machine/space.h"

#include <pthread.h>
#include <stdatomic.h>

enum { PTXSIM_BARRIERS = 16 };
/* Allocations that a host thread remembers, by instruction. */
enum { PTXSIM_NEAR = 64 };

/* Lanes that wait for the active ones to reach `reconverge`, to go on at pc. */
struct waiting {
    int pc, reconverge;
    uint32_t lanes;
};

/* A call: what the caller goes on with. */
struct frame {
    int function, pc, reconverge, stack; /* height of its waiting lanes */
    uint32_t active;
    size_t base; /* of its registers, in units, within the warp's */
    size_t pred; /* of its predicates */
    int local;   /* of its local variables, in the thread's window */
    const struct ptxsim_insn *call;
};

enum warp_state { WARP_READY, WARP_BARRIER, WARP_DONE };

struct ptxsim_warp {
    unsigned char
        *bank[2];   /* the frame's registers, the function's constants */
    uint32_t *pred; /* of the frame */
    int pc, reconverge;
    uint32_t active; /* lanes at pc */
    uint32_t alive;  /* lanes that have not exited */
    uint32_t carry;  /* CC.CF */
    int64_t budget;  /* instructions until it must look up */
    enum warp_state state;
    struct ptxsim_block *block;
    struct worker *worker;
    int index;                        /* in the block */
    uint32_t thread[3][PTXSIM_LANES]; /* %tid of each lane */
    struct waiting *waiting;
    int waiting_count, waiting_capacity;
    struct frame *frame; /* frame[depth] is the one that runs */
    int depth, frame_capacity;
    unsigned char *registers;
    size_t register_units; /* allocated */
    uint32_t *predicates;
    size_t predicate_capacity;
    unsigned char *local; /* local_size bytes of each lane */
    const struct ptxsim_insn *at_barrier;
    uint64_t executed; /* instructions, those of the present slice not */
    int64_t slice;     /* budget that the slice began with */
};

struct barrier {
    uint32_t waiting;  /* warps that wait */
    uint32_t arrived;  /* warps that have come: bit w, those that wait too */
    int arrivals;      /* of warps; arrive may count one twice */
    int threads;       /* that it is for; 0: all of the block */
    uint32_t all, any; /* bar.red: over the lanes so far */
    int count;
};

/* A host thread of a launch. */
struct worker {
    struct ptxsim_run *run;
    struct ptxsim_block block;
    struct barrier barrier[PTXSIM_BARRIERS];
    struct {
        uint64_t base, end;
        unsigned char *host;
        bool read_only;
    } near[PTXSIM_NEAR];
    uint64_t executed;
    bool failed; /* out of memory */
};

/* One launch. */
struct ptxsim_run {
    const struct ptxsim_program *program;
    const struct ptxsim_launch *launch;
    struct ptxsim_result *result;
    const struct ptxsim_function *function;
    int64_t blocks;
    uint64_t watchdog;
    int local_size, dynamic_base;
    unsigned hooks; /* enum hook: what any observer wants */
    atomic_bool stop;
    bool broken;          /* out of memory */
    _Atomic int64_t next; /* block to start */
    pthread_mutex_t lock; /* of all below and of the result; recursive, as
                             observers may report what they find in block_end */
    pthread_cond_t turn;
    int64_t ended; /* blocks below have been merged */
    uint64_t executed;
};

enum hook {
    HOOK_ISSUE = 1,
    HOOK_MEMORY = 2,
    HOOK_DIVERGE = 4,
    HOOK_BARRIER = 8
};

/* A register's bits are read by other types than they were written by. */
typedef uint32_t uint32_t_lane __attribute__((may_alias));
typedef uint64_t uint64_t_lane __attribute__((may_alias));
typedef int32_t int32_t_lane __attribute__((may_alias));
typedef int64_t int64_t_lane __attribute__((may_alias));
typedef float float_lane __attribute__((may_alias));
typedef double double_lane __attribute__((may_alias));
#define LANE(type) type##_lane

/* The lanes' values of an operand. */
static inline void *exec_operand(const struct ptxsim_warp *w, ptxsim_slot slot)
{
    return w->bank[slot >> 31] +
           (size_t)(slot & ~PTXSIM_CONSTANT) * PTXSIM_UNIT;
}

static inline uint32_t exec_predicate(const struct ptxsim_warp *w,
                                      ptxsim_slot slot)
{
    return w->pred[slot >> 1] ^ (slot & 1 ? PTXSIM_ALL : 0);
}

/* The lanes of mask take theirs of `value`; the others keep what they have. */
static inline void exec_set_predicate(struct ptxsim_warp *w, ptxsim_slot slot,
                                      uint32_t value, uint32_t mask)
{
    uint32_t *p;

    if (slot == PTXSIM_NO_SLOT)
        return;
    p = &w->pred[slot >> 1];
    *p = (*p & ~mask) | (value & mask);
}

/* The warp stops to run after the instruction at hand. */
void exec_yield(struct ptxsim_warp *w, enum warp_state state);
/* Index of the instruction that is being executed. */
int exec_index(const struct ptxsim_warp *w, const struct ptxsim_insn *i);
/* A finding that stops the launch, at an instruction that has no address. */
void exec_fault(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                enum ptxsim_finding_kind kind, int lane, const char *format,
                ...) __attribute__((format(printf, 5, 6)));

/* Handlers. alu: by number, for this processor. */
ptxsim_handler exec_alu(int number);

#define HANDLER(name)                                                          \
    void name(struct ptxsim_warp *w, const struct ptxsim_insn *i, uint32_t mask)
/* memory.c, atomic.c */
HANDLER(exec_load);
HANDLER(exec_store);
HANDLER(exec_atomic);
HANDLER(exec_address);
HANDLER(exec_pack);
HANDLER(exec_unpack);
HANDLER(exec_isspacep);
/* warp_op.c */
HANDLER(exec_shfl);
/* The lane that a lane of a shfl reads; false: itself, as it would go beyond
 * the segment. */
bool exec_shfl_source(const struct ptxsim_warp *w, const struct ptxsim_insn *i,
                      int lane, int *from);
HANDLER(exec_vote);
HANDLER(exec_match);
HANDLER(exec_redux);
HANDLER(exec_elect);
HANDLER(exec_activemask);
HANDLER(exec_special);
/* The lanes that operand `members` names are all in mask (or have exited), and
 * each of mask is named; else a finding, and false. */
bool exec_check_members(struct ptxsim_warp *w, const struct ptxsim_insn *i,
                        ptxsim_slot members, uint32_t mask);
/* control.c */
HANDLER(exec_branch);
HANDLER(exec_branch_table);
HANDLER(exec_call);
HANDLER(exec_return);
HANDLER(exec_exit);
HANDLER(exec_trap);
HANDLER(exec_nothing);
HANDLER(exec_fence);
/* barrier.c */
HANDLER(exec_barrier);
HANDLER(exec_warp_barrier);
/* scalar.c: what is too rare for loops of its own */
HANDLER(exec_real);
HANDLER(exec_convert);
HANDLER(exec_carry);
HANDLER(exec_predicate_op);

/* control.c: lanes leave the kernel; the next that wait go on. */
void exec_kill(struct ptxsim_warp *w, uint32_t lanes);
void exec_pop(struct ptxsim_warp *w);
bool exec_enter(struct ptxsim_warp *w, int function);
/* barrier.c: a warp is done; those that wait only for it go on. */
void exec_leave_barriers(struct ptxsim_warp *w);

#endif
