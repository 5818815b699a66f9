/*
 * The PTX simulator: loads PTX text and executes its kernels on the CPU; the
 * door of this folder. Its own folders, each with a door, stand in this order:
 *
 *   text (text.h)         PTX as it was written
 *   machine (machine.h)   executes decoded programs
 *   check (check.h)       watches a launch for races, bounds, ...
 *   count (count.h)       watches a launch for what it costs
 *   decode (decode.h)     from text to a program for the machine
 *   ptx.def               the words of PTX, for all of them
 *
 * What the device row (device/ptxsim.c), tests, benchmarks and tools use. It
 * knows nothing of devices, environment variables or modules of libhedra, has
 * no global state and never prints. What goes wrong in a running kernel is a
 * finding in the launch's result; whatever the kernel does, the host is safe:
 * every access is checked against the allocations before it is made.
 *
 * Addresses. A space is a 64-bit address space as a kernel sees it. The
 * addresses depend only on the sequence of calls, never on the host, so that
 * counts are repeatable. Nothing lies below PTXSIM_GLOBAL_BASE but the generic
 * windows of the other state spaces; the page at 0 belongs to nobody.
 * Allocations are aligned to PTXSIM_ALIGN, at least PTXSIM_GAP unused bytes lie
 * between them, and an address that was freed is never given again.
 *
 * Arithmetic. add, sub, mul, fma, mad, div and sqrt and rcp with a rounding
 * (.rn .rz .rm .rp) are IEEE 754 to the bit. Approximations (.approx, .full)
 * are computed in double to a relative error below 2^-40 (sin, cos: absolute
 * error below 2^-40) and rounded once, thus more accurate than hardware;
 * div.full and div.approx round the exact quotient. A NaN result of an f32
 * operation is 0x7fffffff, of an f64 operation 0x7ff8000000000000. Where the
 * ISA leaves a result open it is fixed here: integer division by zero gives all
 * ones, the remainder by zero the dividend; registers are zero before their
 * first write.
 *
 * Order. Blocks start in the order of their index (x fastest) and run on
 * several host threads; the warps of a block take turns in one thread, always
 * in the same order. Lanes of a warp that diverge meet again at the immediate
 * post-dominator of the branch; the lanes that branch run first. Waiting for
 * another lane of the same warp therefore ends in the watchdog's finding, and
 * so does waiting for a block of higher index than the host's threads have
 * begun, as at a barrier of the whole grid. Lanes that meet at the kernel's end
 * do not wait there for each other.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_PTXSIM_H
#define HEDRA_RUNTIME_PTXSIM_PTXSIM_H

#include "runtime/base/base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The lanes of a warp, and a mask of all of them. */
enum { PTXSIM_LANES = 32 };
#define PTXSIM_ALL UINT32_C(0xffffffff)

enum ptxsim_space_kind {
#define PTX_SPACE(name, spelling) PTXSIM_##name,
#include "runtime/ptxsim/ptx.def"
#undef PTX_SPACE
    PTXSIM_SPACES
};

/* Generic addresses of each space's offset 0; a window is this large. The const
 * window holds the .const variables of every module loaded into the space. */
#define PTXSIM_WINDOW UINT64_C(0x10000000)
#define PTXSIM_SHARED_BASE UINT64_C(0x10000000)
#define PTXSIM_LOCAL_BASE UINT64_C(0x20000000)
#define PTXSIM_PARAM_BASE UINT64_C(0x30000000)
#define PTXSIM_CONST_BASE UINT64_C(0x40000000)
#define PTXSIM_GLOBAL_BASE UINT64_C(0x100000000)

enum { PTXSIM_ALIGN = 256, PTXSIM_GAP = 4096 };

/* Memory ------------------------------------------------------------------- */

/* One allocation, or one .global or .const variable of a module. */
struct ptxsim_allocation {
    uint64_t base;       /* a multiple of PTXSIM_ALIGN */
    uint64_t size;       /* bytes, as asked for, > 0 */
    unsigned char *host; /* its bytes; NULL: freed */
    const char *name;    /* of the variable; NULL: from ptxsim_alloc */
    bool read_only;      /* .const */
};

struct ptxsim_space;

/* NULL if there is no memory. A space is used by one thread at a time, and not
 * changed while a launch runs in it. */
struct ptxsim_space *ptxsim_space_new(void);
/* Frees every allocation too; programs loaded into it must be freed before.
 * NULL is allowed. */
void ptxsim_space_free(struct ptxsim_space *space);

/* size > 0 bytes of global memory, zeroed. */
bool ptxsim_alloc(struct ptxsim_space *space, uint64_t size, uint64_t *address,
                  struct report *why);
/* False if nothing was allocated at `address`. */
bool ptxsim_free(struct ptxsim_space *space, uint64_t address);

/* The host address of [address, address + size) if it lies within one live
 * allocation, else NULL. */
void *ptxsim_host(const struct ptxsim_space *space, uint64_t address,
                  uint64_t size);

/* All allocations by rising base, freed ones included as long as they are
 * remembered. Valid until the space is changed; an allocation's index too. */
const struct ptxsim_allocation *
ptxsim_allocations(const struct ptxsim_space *space, int *count);
/* The index of the last allocation with base <= address; -1: there is none. */
int ptxsim_allocation_below(const struct ptxsim_space *space, uint64_t address);

/* Programs ----------------------------------------------------------------- */

struct ptxsim_param {
    const char *name;
    int offset, size, align; /* bytes, within the parameter buffer */
};

struct ptxsim_kernel {
    const char *name;
    int line;                    /* of its .entry in the PTX */
    int param_count, param_size; /* the buffer's bytes */
    const struct ptxsim_param *param;
    int shared_size;  /* static .shared, bytes (all functions that it calls) */
    int local_size;   /* .local bytes per thread, of itself */
    int block_max[3]; /* .maxntid or .reqntid; 0: not given */
    bool block_required; /* block_max is .reqntid */
    int function;        /* index into the program's functions (program.h) */
};

struct ptxsim_program;

/* Parses and decodes a module, lays out its variables in the space. NULL with
 * "PTX line N: cause" on failure. `text` is not kept. The program is immutable
 * (its variables are not); it may be launched by several threads at once if its
 * space may. */
struct ptxsim_program *ptxsim_load(struct ptxsim_space *space, const char *text,
                                   struct report *why);
/* The variables go with it. NULL is allowed. */
void ptxsim_unload(struct ptxsim_program *program);

int ptxsim_kernel_count(const struct ptxsim_program *program);
const struct ptxsim_kernel *ptxsim_kernel(const struct ptxsim_program *program,
                                          int index);
/* NULL: there is none of that name. */
const struct ptxsim_kernel *
ptxsim_find_kernel(const struct ptxsim_program *program, const char *name);
/* The address and size of a .global or .const variable; false: no such. */
bool ptxsim_find_variable(const struct ptxsim_program *program,
                          const char *name, uint64_t *address, uint64_t *size);

/* Launches ----------------------------------------------------------------- */

enum ptxsim_finding_kind {
#define PTX_FINDING(name, text) PTXSIM_FINDING_##name,
#include "runtime/ptxsim/ptx.def"
#undef PTX_FINDING
    PTXSIM_FINDINGS
};

enum { PTXSIM_TEXT = 400 };

/* An access by a thread. */
struct ptxsim_site {
    int line;       /* in the PTX */
    char file[256]; /* as in a finding */
    int source_line;
    int64_t block;
    int block_index[3], thread_index[3];
};

/* Something wrong that the kernel did. Copies: independent of the program. */
struct ptxsim_finding {
    enum ptxsim_finding_kind kind;
    char kernel[128]; /* cut if longer */
    int line;         /* in the PTX */
    char file[256];   /* from .loc; "" if unknown */
    int source_line;  /* in that file; 0 if unknown */
    int64_t block;    /* linear index, x fastest; -1: not of one block */
    int block_index[3];
    int thread_index[3];
    int lane; /* of the thread in its warp; -1: not of one thread */
    enum ptxsim_space_kind space; /* of the address */
    uint64_t address; /* as requests have it (observer.h); 0 if there is none */
    int size;         /* bytes of the access; 0 if there is none */
    char text[PTXSIM_TEXT]; /* the cause, as a sentence without the above */
    uint64_t count;         /* how often: of checks that do not stop; else 1 */
    struct ptxsim_site other; /* of a race, the access before; line 0: none */
};

/* Most findings kept; as one stops the launch (unless an observer says
 * otherwise), there are rarely more than one per host thread. */
enum { PTXSIM_FINDINGS_MAX = 32 };

/* What can be looked for beyond what always ends a launch (HEDRA_CHECK): a mask
 * from which check.h makes an observer. */
enum ptxsim_check {
    PTXSIM_CHECK_RACE = 1,
    PTXSIM_CHECK_BOUNDS = 2,
    PTXSIM_CHECK_INIT = 4,
    PTXSIM_CHECK_DIVIDE = 8,
    PTXSIM_CHECK_ALL = 15
};

struct ptxsim_observer; /* observer.h; made by check.h and counts.h */
enum { PTXSIM_OBSERVERS = 6 };

#define PTXSIM_WATCHDOG UINT64_C(4000000000)

struct ptxsim_launch {
    const struct ptxsim_kernel *kernel;
    int64_t grid[3];    /* x up to 2^31 - 1, y and z up to 65535 */
    int block[3];       /* x, y up to 1024, z up to 64, product up to 1024 */
    int dynamic_shared; /* bytes behind the static ones */
    const void *param;  /* kernel->param_size bytes, laid out as kernel->param;
                           may be NULL if that is 0 */
    int threads;        /* host threads (as host_pool_size); 0: 1 */
    uint64_t watchdog;  /* warp instructions of one warp before it counts as
                           endless; 0: PTXSIM_WATCHDOG */
    struct ptxsim_observer *observer[PTXSIM_OBSERVERS];
    int observers;
};

struct ptxsim_result {
    int finding_count;              /* of those kept */
    uint64_t findings;              /* of all that were reported */
    struct ptxsim_finding *finding; /* by block, then as they came; malloc'ed */
    uint64_t warp_instructions;
};

/* Runs the kernel to its end or to the first finding that stops it. True: it
 * ran to its end (findings that do not stop may be there all the same). False
 * with the report filled: it could not start (result has no finding then), or a
 * finding stopped it (the report is ptxsim_describe of the first). The result
 * is always filled; give it back with ptxsim_result_clear. */
bool ptxsim_run(const struct ptxsim_program *program,
                const struct ptxsim_launch *launch,
                struct ptxsim_result *result, struct report *why);
void ptxsim_result_clear(struct ptxsim_result *result);

/* The stable name: "out-of-bounds". */
const char *ptxsim_finding_name(enum ptxsim_finding_kind kind);
/* The finding as a sentence: kernel, PTX line, source line, block, thread. */
void ptxsim_describe(const struct ptxsim_finding *finding,
                     struct report *report);

#endif
