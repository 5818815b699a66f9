/*
 * What the simulator counted of a program's kernels, from the file that
 * HEDRA_COUNT=json:FILE has it write.
 */
#ifndef HEDRA_TESTS_BENCH_COUNTS_H
#define HEDRA_TESTS_BENCH_COUNTS_H

#include <stdbool.h>

struct bench_counts {
    double sectors;      /* of 32 bytes, of global memory */
    double conflicts;    /* wavefronts of shared memory beyond the ideal */
    double instructions; /* of warps */
};

/* The sums over all kernels of all runs; false if the file cannot be read or
 * nothing was counted. */
bool bench_read_counts(const char *path, struct bench_counts *counts);

#endif
