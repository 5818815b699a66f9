/*
 * The kernels of hand.c on the simulator, with what they cost counted.
 */
#ifndef HEDRA_TESTS_BENCH_KERNELS_HAND_H
#define HEDRA_TESTS_BENCH_KERNELS_HAND_H

#include <stdbool.h>

#include "tests/polybench/dump.h"

/* Does what the PolyBench kernel `name` does with the size parameters `n` to
 * its arrays, by the kernels in `ptx` (the text of hand.c, compiled), and
 * writes what was counted to the file `counts` as HEDRA_COUNT=json does. False
 * after a sentence on standard error. */
bool hand_run(const char *ptx, const char *name, const int *n,
              struct pb_block *array, int count, const char *counts);

#endif
