/*
 * Launches of kernels with atomic operations.
 *
 * Where one thread runs all blocks, it runs the form without them. Where
 * several do, an array to which only integers are added gets a copy for each
 * thread but one, and the copies are added to it at the end, if that is less
 * work than the launch is: sums of integers are the same in any order. Else
 * atomic operations, each of which costs as much as many others, must have so
 * much work between them that several threads are quicker than one by itself.
 */
#ifndef HEDRA_RUNTIME_HOST_ATOMICS_H
#define HEDRA_RUNTIME_HOST_ATOMICS_H

#include "runtime/include/hedra.h"

#include <stdbool.h>

/* `value`: the bound arguments; `array`: for each the row of the region's table
 * that it is, NULL for scalars. */
struct atomic_launch {
    const struct hedra_kernel *kernel; /* it has `atomics` */
    const union hedra_arg *value;
    const struct hedra_array *const *array;
    int count;
    int64_t blocks;
};

/* How many threads at least must share the launch, by atomic operations: with
 * fewer, one is quicker alone. */
int host_atomics_threads(const struct atomic_launch *launch);
/* Are the copies, for so many threads, less work than the launch? */
bool host_atomics_copies(const struct atomic_launch *launch, int threads);
/* Runs the launch by at most so many threads. */
void host_atomics_run(int threads, const struct atomic_launch *launch);

#endif
