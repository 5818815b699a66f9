/*
 * Intervals of integers in a KIR function: between which ends a value lies that
 * an expression of C has for some of the points of a region.
 *
 * Ends are at most INTERVAL_MOST, so that sums of two do not overflow. Where a
 * value does not fit, or wraps in C, the variable `fits` becomes 0, and the
 * interval says nothing.
 */
#ifndef HEDRA_POLYHEDRAL_BOUNDS_INTERVAL_H
#define HEDRA_POLYHEDRAL_BOUNDS_INTERVAL_H

#include "polyhedral/bounds/bounds.h"

#define INTERVAL_MOST (INT64_C(1) << 60)

struct intervals {
    struct kir_func *f;
    int fits; /* variable, I64 */
};

bool interval_is_closed(struct interval x);
struct interval interval_point(const struct intervals *c, int value);
/* What lies in either. */
struct interval interval_hull(const struct intervals *c, struct interval x,
                              struct interval y);
/* Takes off x what `x op y`, a comparison, excludes. */
void interval_cut(const struct intervals *c, enum scop_op op, struct interval y,
                  struct interval *x);

/* Where there is a value, demands that this holds, a PRED. */
void interval_demand(const struct intervals *c, int good, struct interval x);
/* Demands that all values lie between these. */
void interval_demand_between(const struct intervals *c, int64_t low,
                             int64_t high, struct interval *x);
/* Demands that all values are of the type; false if a side is open. */
bool interval_demand_type(const struct intervals *c, enum scop_type type,
                          struct interval *x);
/* What arithmetic in the type gives: where it is signed, C lets it not
 * overflow. */
bool interval_demand_result(const struct intervals *c, enum scop_type type,
                            struct interval *x);

struct interval interval_sum(const struct intervals *c, struct interval x,
                             struct interval y);
struct interval interval_negative(const struct intervals *c, struct interval x);
/* False if a side is open, or the expression `e` is none that is known here:
 * x * y, x / y and x % y, x << y and x >> y, x & y, x | y and x ^ y. */
bool interval_product(const struct intervals *c, struct interval x,
                      struct interval y, struct interval *out);
bool interval_quotient(const struct intervals *c, const struct scop_expr *e,
                       struct interval x, struct interval y,
                       struct interval *out);
bool interval_shift(const struct intervals *c, const struct scop_expr *e,
                    struct interval x, struct interval *out);
bool interval_bits(const struct intervals *c, const struct scop_expr *e,
                   struct interval x, struct interval y, struct interval *out);

#endif
