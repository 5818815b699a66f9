/*
 * Loops over many codes of curves in whole cubes, one table of them for each
 * instruction set. The loops do `count` codes, a multiple of `lanes`.
 */
#ifndef HEDRA_RUNTIME_ORDER_BATCH_H
#define HEDRA_RUNTIME_ORDER_BATCH_H

#include "runtime/order/local.h"

/* Coordinates are those of the ordering's axes; x[2] may be NULL in two
 * dimensions. */
struct order_loops {
    const char *name;
    int lanes;
    void (*morton)(int dims, int64_t count, const int32_t *const x[3],
                   uint64_t *index);
    void (*split)(int dims, int64_t count, const uint64_t *index,
                  int32_t *const x[3]);
    /* NULL: none of its own. */
    void (*encode)(const struct curve *c, int levels, int64_t count,
                   const int32_t *const x[3], uint64_t *index);
    void (*decode)(const struct curve *c, int levels, int64_t count,
                   const uint64_t *index, int32_t *const x[3]);
};

extern const struct order_loops order_loops_plain;
#if defined __GNUC__ && defined __x86_64__
extern const struct order_loops order_loops_pdep, order_loops_avx2,
    order_loops_avx512;
#endif

/* All that were compiled, the plain ones first; how many in *count. */
const struct order_loops *const *order_loops_all(int *count);
/* Has this processor their instructions? */
bool order_loops_run_here(const struct order_loops *l);

#endif
