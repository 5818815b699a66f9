/*
 * Named GPUs: limits and peak rates, and what follows from them for a kernel:
 * occupancy, and the roofline estimate.
 *
 * Pure functions of numbers; knows nothing of how they were counted.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_COUNT_ARCH_H
#define HEDRA_RUNTIME_PTXSIM_COUNT_ARCH_H

#include <stdbool.h>
#include <stdint.h>

/* What a kernel may be bound by, each with a peak rate. */
enum arch_limit {
#define ARCH_LIMIT(name, text) ARCH_##name,
#include "runtime/ptxsim/count/arch.def"
#undef ARCH_LIMIT
    ARCH_LIMITS
};

struct arch {
    const char *name;    /* "sm_80" */
    const char *product; /* the GPU whose clocks and sizes these are */
    int sms;
    double clock; /* Hz, boost */
    /* Per multiprocessor. */
    int warps, blocks, registers;
    int registers_per_thread; /* at most */
    int register_unit;        /* of a warp's allocation */
    int warp_unit;            /* warps get registers in such groups */
    int shared_per_block;     /* at most, bytes */
    int shared_reserved;      /* by the system, of each block */
    int shared_unit;          /* of a block's allocation, bytes */
    int unified;              /* L1 and shared memory together, bytes */
    int carveout[12];         /* sizes that shared memory can be given, KiB,
                                 rising; ends with 0 */
    int l1_ways;
    int64_t l2_size;
    int l2_ways;
    /* Units of work per clock: of one multiprocessor, but for L2 and DRAM,
     * which are of the whole GPU (DRAM: bytes per second / clock). */
    double rate[ARCH_LIMITS];
};

/* NULL: unknown. */
const struct arch *arch_find(const char *name);
/* Rows of the table, in order; NULL behind the last. */
const struct arch *arch_at(int index);
/* "DRAM bandwidth". */
const char *arch_limit_name(enum arch_limit limit);

/* Occupancy ---------------------------------------------------------------- */

struct occupancy_input {
    int threads;   /* per block */
    int registers; /* per thread; 0: unknown, taken not to limit */
    int shared;    /* bytes per block, static and dynamic */
};

/* What keeps more blocks off a multiprocessor. */
enum occupancy_limit {
    OCCUPANCY_WARPS,
    OCCUPANCY_BLOCKS,
    OCCUPANCY_REGISTERS,
    OCCUPANCY_SHARED,
    OCCUPANCY_IMPOSSIBLE /* not even one block fits */
};

struct occupancy {
    int blocks, warps; /* resident on one multiprocessor */
    double share;      /* warps / the most that it holds */
    enum occupancy_limit limit;
    int shared_carveout; /* bytes that shared memory takes of `unified` */
    int l1;              /* bytes of `unified` that are left for L1 */
};

struct occupancy arch_occupancy(const struct arch *arch,
                                const struct occupancy_input *in);
const char *occupancy_limit_name(enum occupancy_limit limit);

/* Roofline ----------------------------------------------------------------- */

/* Clocks that each limit alone makes a launch take: work / (rate * the
 * multiprocessors that can have some). The blocks are dealt evenly: if the
 * fullest multiprocessor has n of them, blocks / n count as multiprocessors. No
 * launch is faster than the greatest of them; latencies come on top. Atomics
 * work as the sectors that they touch: how many of them a GPU does per clock is
 * not published. */
void arch_clocks(const struct arch *arch, int64_t blocks,
                 const double work[ARCH_LIMITS], double clocks[ARCH_LIMITS]);
/* The limit that takes longest. */
enum arch_limit arch_binding(const double clocks[ARCH_LIMITS]);

#endif
