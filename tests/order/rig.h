/* What the tests of orderings share: orderings of all kinds for any box. */
#ifndef HEDRA_TESTS_ORDER_RIG_H
#define HEDRA_TESTS_ORDER_RIG_H

#include "tests/runtime/unit.h"

#include "runtime/include/hedra_order.h"

/* An ordering that must be had. */
struct hedra_order *rig_order(const struct hedra_order_options *options);
/* A cube of a curve or ROW. */
struct hedra_order *rig_cube(int kind, int64_t side);

/* Calls `check` with orderings of the box in all kinds and fits that take it:
 * curves, rows with leading sizes, permuted axes, hybrids, hybrids of hybrids
 * and a table. */
void rig_each(const int64_t size[3], int dims,
              void (*check)(const struct hedra_order *order));

/* Below 2^bits, the same numbers in every run. */
uint64_t rig_random(int bits);

/* The row-major number of a cell. */
uint64_t rig_number(const struct hedra_order *order, const int64_t cell[3]);

#endif
