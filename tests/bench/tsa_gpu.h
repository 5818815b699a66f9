/*
 * The parts of bench-tsa that need a device: times on a GPU, and what the
 * simulator counts, which is the same on every machine.
 */
#ifndef HEDRA_TESTS_BENCH_TSA_GPU_H
#define HEDRA_TESTS_BENCH_TSA_GPU_H

#include "tests/bench/bench.h"

#include <stdint.h>

/* 10^6 sites a second of a method (runtime/tsa.h) on an n x n lattice, the best
 * of some turns of a fifth of a second; negative if there is no memory for it.
 * Ends the process on other failures. */
double tsa_measure(int64_t n, int real, int method, int threads, int turns);

/* Compares the methods on the device that HEDRA_DEVICE names with the CPU's,
 * and times them. True if there is no GPU, after a line that says so, or if all
 * are right. */
bool tsa_race_gpu(const struct bench_options *options);

/* Sectors, bank conflicts and instructions of a step; true if no bar was
 * missed. Runs this program again with --kernel one-step, which is
 * tsa_one_step. */
bool tsa_race_counts(const struct bench_options *options);
bool tsa_one_step(const struct bench_options *options);

#endif
