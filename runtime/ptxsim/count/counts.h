/*
 * What a program's kernels cost: an observer of the simulator that counts, for
 * each kernel and for each of its instructions.
 *
 * The counts are sums over all launches of a kernel and depend on the program,
 * its data and the architecture alone: the number of host threads, the machine
 * and the order in which blocks happen to run change nothing.
 *
 * An instruction is one of PTX, as the driver's compiler gets it: of a division
 * that compiler makes a dozen, of many a move none.
 *
 * The caches. A multiprocessor's L1 is shared by the blocks that reside there,
 * which differ from run to run on hardware; here every block begins with an
 * empty L1 of its share: what shared memory leaves of the multiprocessor's
 * memory, divided by the blocks that reside at once (as many as fit, without
 * regard to registers, which only the driver's compiler knows, and no more than
 * the grid has for each multiprocessor). Loads of global and local memory look
 * there first; stores go through to L2 without allocating; loads that other
 * threads' writes must reach (volatile, relaxed, acquire) and atomics go to L2
 * directly. All of the launch's requests to L2 are replayed in the order of the
 * blocks and, within a block, of the warps' turns. L2 is empty when a launch
 * begins; at its end dirty sectors are written to DRAM.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_COUNT_COUNTS_H
#define HEDRA_RUNTIME_PTXSIM_COUNT_COUNTS_H

#include "runtime/ptxsim/count/arch.h"
#include "runtime/ptxsim/machine/machine.h"

/* Sums over the requests of one kind: a request is one memory instruction of
 * one warp with at least one active lane. Sectors, lines, wavefronts and turns
 * are those of request.h. */
struct count_traffic {
    uint64_t requests, lanes;
    uint64_t bytes;                         /* that the lanes asked for */
    uint64_t sectors, ideal_sectors, lines; /* GLOBAL and LOCAL */
    uint64_t wavefronts, ideal_wavefronts;  /* SHARED */
    /* ATOMIC and REDUCE: the turns that lanes at one address make; CONST and
     * PARAM: those that different addresses make. At least one per request. */
    uint64_t turns;
    /* Sectors looked up in each cache, and those found there. */
    uint64_t l1_sectors, l1_hits, l2_sectors, l2_hits;
};

enum { COUNT_KINDS = PTXSIM_REDUCE + 1 };

struct count_insn {
    uint64_t issued;              /* times that a warp was at it */
    uint64_t present;             /* lanes that were at it */
    uint64_t active;              /* lanes for which its guard held */
    uint64_t divergent;           /* times that the lanes parted: branches */
    struct count_traffic traffic; /* of all spaces */
};

/* Sums over all launches of a kernel. */
struct count_kernel {
    const struct ptxsim_kernel *kernel;
    uint64_t launches, blocks, threads;
    int block_threads;  /* of the last launch */
    int dynamic_shared; /* bytes of the last launch */
    bool incomplete;    /* a launch was stopped, or there was no memory to count
                           it: nothing of it is in here */
    /* Of instructions begin <= i < end of the program: those of the kernel or,
     * if it calls functions, all. */
    int begin, end;
    struct count_insn *insn;
    uint64_t class[PTX_CLASSES]; /* warp instructions issued */
    uint64_t lanes;              /* active in them */
    uint64_t divergent;          /* branches whose lanes parted */
    uint64_t flops;              /* of lanes; fma and mad are two */
    uint64_t barriers;           /* that a block's warps met at */
    struct count_traffic traffic[PTXSIM_SPACES][COUNT_KINDS];
    uint64_t dram_read, dram_written; /* sectors */
    /* Sums over the launches of the clocks that each limit alone would take,
     * and of the greatest of them. */
    double clocks[ARCH_LIMITS], bound;
};

struct counts;

/* Counts launches of `program`, which must outlive it, and the text of which is
 * `ptx`. NULL: no memory. */
struct counts *counts_new(const struct ptxsim_program *program, const char *ptx,
                          const struct arch *arch);
/* NULL is allowed. */
void counts_free(struct counts *c);
/* For struct ptxsim_launch: of one launch at a time. */
struct ptxsim_observer *counts_observer(struct counts *c);

/* What was counted; in the order of the kernels in the PTX, those that were
 * launched only. */
int counts_kernels(const struct counts *c);
const struct count_kernel *counts_kernel(const struct counts *c, int index);
const struct ptxsim_program *counts_program(const struct counts *c);
const struct arch *counts_arch(const struct counts *c);

/* to += more */
void counts_add(struct count_traffic *to, const struct count_traffic *more);
/* Sums of a kernel's traffic over the kinds of accesses to a space. */
struct count_traffic counts_of_space(const struct count_kernel *k,
                                     enum ptxsim_space_kind space);
/* Warp instructions of a kernel. */
uint64_t counts_instructions(const struct count_kernel *k);

/* Line `line` (from 1) of the PTX without white space around it and without its
 * origin; `length` receives its bytes. */
const char *counts_line(const struct counts *c, int line, int *length);
/* The origin that the compiler noted behind that line ("//@ 3 A[i][k]"): the
 * access' number (0: of no single access of the source) and its text. False: it
 * has none. */
bool counts_origin(const struct counts *c, int line, int *number,
                   const char **text, int *length);

#endif
