/*
 * Plans by levels in bench-dynamic: each race prints a table and its figures,
 * and returns false if a result is wrong or a bar that does not depend on the
 * machine is missed.
 */
#ifndef HEDRA_TESTS_BENCH_DYNAMIC_LEVELS_H
#define HEDRA_TESTS_BENCH_DYNAMIC_LEVELS_H

#include "tests/bench/bench.h"

/* Steps and cost in the simulator. */
bool bench_levels(const struct bench_options *options, const char *folder);
/* Times on the host. */
bool bench_levels_host(const struct bench_options *options, const char *folder);

#endif
