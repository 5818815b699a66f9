/*
 * Integer values of a warp and how they stride with the loops around them:
 * private to access_walk.c and lanes.c.
 */
#ifndef HEDRA_BACKENDS_MEMORY_LANES_H
#define HEDRA_BACKENDS_MEMORY_LANES_H

#include "backends/memory/memory.h"

/* Loops that are followed; deeper ones are walked iteration by iteration. */
enum { LANES_DIMS = 20 };

/* A value in each lane. When the loop of dimension d goes on by one iteration,
 * all lanes change by stride[d], unless bit d of `irregular` is set: then
 * nothing is said about it. What comes from memory or from floats is not known.
 */
struct lanes {
    uint32_t known; /* lanes whose value is known */
    uint32_t irregular;
    int64_t stride[LANES_DIMS];
    int64_t v[KIR_WARP_LANES];
};

/* What is being walked, as far as values are concerned. */
struct lanes_frame {
    uint32_t mask; /* lanes that are active */
    int dims;      /* dimensions in use */
    /* Of each dimension: for how many iterations from here, this one included,
     * all that was decided comes out the same (the least over the decisions),
     * and after how many addresses have moved by whole sectors. */
    int64_t horizon[LANES_DIMS], period[LANES_DIMS];
};

/* Is it known in all active lanes? */
bool lanes_known(const struct lanes_frame *frame, const struct lanes *a);
/* Returns one value for all lanes, which no loop changes. */
struct lanes lanes_constant(int64_t value);
/* Lowers the horizon to the iterations in which every active lane k stays in
 * low[k] … high[k], where it is now. */
void lanes_keep_within(struct lanes_frame *frame, const struct lanes *a,
                       const int64_t *low, const int64_t *high);
/* lanes_keep_within with one range for all lanes. */
void lanes_keep_in(struct lanes_frame *frame, const struct lanes *a,
                   int64_t low, int64_t high);
/* Lowers the horizon to one iteration along every dimension that changes the
 * value in a way that is not known. */
void lanes_keep_regular(struct lanes_frame *frame, const struct lanes *a);
/* a - b. */
struct lanes lanes_subtract(const struct lanes *a, const struct lanes *b);
/* The operation (not a leaf, GET or LOAD) on integers and PRED; `from` is the
 * type of its first operand. */
struct lanes lanes_compute(struct lanes_frame *frame,
                           const struct kir_value *value, enum kir_type from,
                           const struct lanes *const *arg);
/* `b` where `mask`, else `a`; `all`: lanes that matter at all. */
struct lanes lanes_merge(const struct lanes *a, const struct lanes *b,
                         uint32_t mask, uint32_t all);

#endif
