/*
 * Inside the PTX simulator: the decoded program, the state of a running block,
 * and the observers that watch it.
 *
 * load.c and decode.c build a struct ptxsim_program, which never changes
 * afterwards; run.c and the handlers execute it. Whoever watches (checks.c,
 * counts.c) implements a struct ptxsim_observer_ops and may read everything
 * here, but writes nothing of it.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_MACHINE_LOCAL_H
#define HEDRA_RUNTIME_PTXSIM_MACHINE_LOCAL_H

#include "runtime/ptxsim/ptxsim.h"

enum { PTXSIM_LANES = 32 };
#define PTXSIM_ALL UINT32_C(0xffffffff)

/* Decoded programs --------------------------------------------------------- */

enum ptx_type {
#define PTX_TYPE(name, bits, kind) PTX_##name,
#include "runtime/ptxsim/text/ptx.def"
#undef PTX_TYPE
    PTX_TYPES
};

enum ptx_class {
#define PTX_CLASS(name, text) PTX_CLASS_##name,
#include "runtime/ptxsim/text/ptx.def"
#undef PTX_CLASS
    PTX_CLASSES
};

enum ptx_op {
#define PTX_OP(name, class) PTX_OP_##name,
#include "runtime/ptxsim/text/ptx.def"
#undef PTX_OP
    PTX_OPS
};

struct ptxsim_warp;
struct ptxsim_insn;

/* Executes an instruction for the lanes of `mask` (never 0, always within the
 * active lanes); the program counter is already at the next one. */
typedef void (*ptxsim_handler)(struct ptxsim_warp *w,
                               const struct ptxsim_insn *i, uint32_t mask);

/* An operand: the number of a register's first unit (128 bytes: 32 lanes of 32
 * bits; 64-bit registers have two) in the frame, or, with PTXSIM_CONSTANT, in
 * the function's constants; for predicates 2 * number + (1 if negated). */
typedef uint32_t ptxsim_slot;
#define PTXSIM_CONSTANT UINT32_C(0x80000000)
#define PTXSIM_NO_SLOT UINT32_C(0xffffffff)
enum { PTXSIM_UNIT = 128 };

enum ptxsim_insn_flag {
    PTXSIM_FTZ = 1,       /* flush subnormal f32 inputs and results to zero */
    PTXSIM_SAT = 2,       /* clamp the result */
    PTXSIM_NEGATED = 4,   /* @!p */
    PTXSIM_CC_IN = 8,     /* adds or subtracts the carry */
    PTXSIM_CC_OUT = 16,   /* writes it */
    PTXSIM_VOLATILE = 32, /* .volatile, .relaxed, .acquire, .release: another
                             thread may be writing the same place */
    PTXSIM_RETURNS = 64,  /* atom, with a result; red has none */
    PTXSIM_JOIN = 128,    /* lanes that parted may meet before it */
    PTXSIM_NARROW_ADDRESS = 256, /* the address's register has 32 bits */
    PTXSIM_SILENT = 512,    /* a device function's parameters: no request */
    PTXSIM_READ_ONLY = 1024 /* ld.global.nc: through the read-only path */
};

struct ptxsim_insn {
    ptxsim_handler run;
    uint8_t op;          /* enum ptx_op */
    uint8_t class;       /* enum ptx_class */
    uint8_t type, type2; /* enum ptx_type as written: .type, or .dtype.atype */
    uint8_t space;       /* enum ptxsim_space_kind, of memory operations */
    uint8_t width;       /* elements of a vector access: 1, 2, 4 (8) */
    uint8_t bytes;       /* of a whole access per lane: width * element */
    uint16_t flags;      /* enum ptxsim_insn_flag */
    uint8_t mode, mode2; /* rounding, comparison, ...: the handler's */
    uint8_t is_pred;     /* bit k: the k-th of d a b c e is a predicate */
    bool wide;           /* the result's registers have 64 bits */
    int guard;           /* predicate number, -1: none */
    /* Operands; of vectors: PTXSIM_NO_SLOT, and their elements from
     * program->vector[list] on. */
    ptxsim_slot d, a, b, c, e;
    int list;
    int64_t imm;     /* address offset, immediate operand */
    int target;      /* branch: the instruction; call: the function */
    int reconverge;  /* branch: where its lanes meet again; -1: at the end of
                        the function */
    int line;        /* in the PTX */
    int source_line; /* from .loc; 0 if none */
    int16_t file;    /* index into program->file, -1 if none */
    int16_t function;
};

struct ptxsim_function {
    const char *name;
    int begin, end; /* instructions begin <= i < end */
    int line;
    bool kernel;
    int registers;  /* units of its frame */
    int predicates; /* of its frame */
    int constants;  /* units */
    unsigned char *constant;
    int local_size; /* .local bytes per thread in its frame */
    int stack_size; /* with those of what it calls */
    bool waits;     /* it or a callee reads what other blocks may write
                       meanwhile: atom with a result, volatile or acquire */
};

struct ptxsim_program {
    struct ptxsim_space *space;
    struct arena *arena; /* of the names and tables */
    int version;         /* 78 for .version 7.8 */
    char target[16];     /* "sm_80" */
    int insn_count;
    struct ptxsim_insn *insn; /* of all functions, one after the other */
    ptxsim_slot *vector;      /* elements of vector operands */
    int vector_count;
    int function_count;
    struct ptxsim_function *function;
    int kernel_count;
    struct ptxsim_kernel *kernel;
    int file_count;
    const char **file; /* of .file, by index; NULL where unused */
    int variable_count;
    struct ptxsim_variable *variable;
};

/* A .global or .const variable. */
struct ptxsim_variable {
    const char *name;
    uint64_t address, size;
};

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

/* Names as PTX spells them; of a class, as the tables do. */
const char *ptx_op_name(enum ptx_op op);
const char *ptx_type_name(enum ptx_type type);
const char *ptx_class_name(enum ptx_class class);
int ptx_type_bits(enum ptx_type type);

#endif
