/*
 * What the simulator counted of a program's kernels, from the file that
 * HEDRA_COUNT=json:FILE has it write.
 */
#ifndef HEDRA_TESTS_BENCH_COUNTS_H
#define HEDRA_TESTS_BENCH_COUNTS_H

#include <stdbool.h>

struct bench_counts {
    double sectors;      /* of 32 bytes, of global memory … */
    double l1_misses;    /* … those that go on to L2 … */
    double l2_misses;    /* … and to memory */
    double wavefronts;   /* of shared memory */
    double conflicts;    /* those beyond the ideal */
    double instructions; /* of warps */
    double floats;       /* those of them that compute with floats … */
    double fused;        /* … and multiply and add at once */
    double kernels;      /* that were launched, however often */
    /* Of the kernel with the most instructions, and the most bytes that one
     * spills; registers and bytes are 0 where ptxas was not asked. */
    double occupancy, registers, spilled;
};

/* The sums over all kernels of all runs; false if the file cannot be read or
 * nothing was counted. */
bool bench_read_counts(const char *path, struct bench_counts *counts);

/* The same for regions whose lines hold this text alone: "\"NAME". */
bool bench_read_counts_of(const char *path, const char *region,
                          struct bench_counts *counts);

#endif
