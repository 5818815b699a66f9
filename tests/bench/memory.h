/* What the memory gives in the run of a benchmark, beside which its figures
 * stand. */
#ifndef HEDRA_TESTS_BENCH_MEMORY_H
#define HEDRA_TESTS_BENCH_MEMORY_H

/* Bytes a second of memcpy, read and written, on as many threads at a time, the
 * best of `turns`. Ends the process if memory or threads are short. */
double bench_copy_bandwidth(int threads, int turns);

#endif
