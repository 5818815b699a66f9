/*
 * Indices as sums of products of values that loops do not change, and of the
 * loops' iterators. Private to backends/vector/.
 */
#ifndef HEDRA_BACKENDS_VECTOR_INDEX_SUM_H
#define HEDRA_BACKENDS_VECTOR_INDEX_SUM_H

#include "backends/kir/kir.h"

enum { INDEX_TERMS = 40, INDEX_FACTORS = 3 };

/* by * factor[0] * factor[1] …; of none, a number. */
struct index_term {
    int64_t by;
    int count, factor[INDEX_FACTORS]; /* values, in order */
};

struct index_sum {
    bool known;
    int count;
    struct index_term term[INDEX_TERMS];
};

/* The loops: their iterators, and what is made in them. */
struct index_view {
    const struct kir_func *f;
    const bool *inside; /* per value */
    int iter_count, iter[2];
};

/* The value as a sum; not known where it depends on more than the iterators. */
struct index_sum index_sum_of(const struct index_view *view, int value);
/* a + times * b */
struct index_sum index_plus(struct index_sum a, const struct index_sum *b,
                            int64_t times);
/* Takes the terms with the iterator out of a sum, and gives by how much that
 * grows with it; false: the iterator stands in a square. */
bool index_take_stride(struct index_sum *sum, int iter,
                       struct index_sum *stride);
bool index_is_number(const struct index_sum *sum, int64_t *value);
bool index_same_factors(const struct index_term *a, const struct index_term *b);

#endif
