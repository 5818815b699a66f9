/* The parts of bench-md that run on devices. */
#ifndef HEDRA_TESTS_BENCH_MD_GPU_H
#define HEDRA_TESTS_BENCH_MD_GPU_H

#include <stdbool.h>

/* What the force loop of a step asks of a GPU's memory, counted in the
 * simulator, by order and kind of numbers, beside the misses of the model of
 * <hedra_order_metric.h>; false if a bar is exceeded. */
bool md_race_counts(void);

/* A step in the simulator, for md_race_counts: "hilbert-double". */
void md_one_step(const char *what);

/* Particles times steps in a second on a GPU; without one that is said. */
void md_race_gpu(bool quick);

#endif
