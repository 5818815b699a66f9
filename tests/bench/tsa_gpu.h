/*
 * The parts of bench-tsa that need a device: times on a GPU, and what the
 * simulator counts, which is the same on every machine.
 */
#ifndef HEDRA_TESTS_BENCH_TSA_GPU_H
#define HEDRA_TESTS_BENCH_TSA_GPU_H

#include "runtime/include/hedra_tsa.h"
#include "tests/bench/bench.h"

/* 10^6 sites a second on a square lattice of o.nx sites a side, the best of
 * some turns of a fifth of a second; negative if there is no memory for it.
 * Couplings are 1, the step is 0.1. Ends the process on other failures. */
double tsa_measure(struct hedra_tsa_options o, int turns);

/* Compares the methods on the device that HEDRA_DEVICE names with the CPU's,
 * and times them. True if there is no GPU, after a line that says so, or if all
 * are right. */
bool tsa_race_gpu(const struct bench_options *options);

/* Sectors, bank conflicts and instructions of a step, alone in a launch and with
 * others; true if no bar was missed. Runs this program again with --kernel
 * one-launch, which is tsa_one_launch. */
bool tsa_race_counts(const struct bench_options *options);
bool tsa_one_launch(const struct bench_options *options);

#endif
