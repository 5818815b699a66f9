/*
 * Sets of address ranges, as sorted arrays of disjoint, non-touching spans.
 *
 * Start from a zeroed struct; span_set_clear frees it. Operations that may need
 * memory return false when there is none and then leave the set as it was. An
 * empty range (lo >= hi) adds, removes and finds nothing.
 */
#ifndef HEDRA_RUNTIME_BASE_INTERVAL_SET_H
#define HEDRA_RUNTIME_BASE_INTERVAL_SET_H

#include <stdbool.h>
#include <stdint.h>

struct span {
    uintptr_t lo, hi; /* bytes lo <= address < hi */
};

struct span_set {
    struct span *span;
    int count, capacity;
};

bool span_set_add(struct span_set *set, uintptr_t lo, uintptr_t hi);
bool span_set_remove(struct span_set *set, uintptr_t lo, uintptr_t hi);
void span_set_clear(struct span_set *set);

/* The lowest part of [lo, hi) that is in the set (or, for _gap, that is not);
 * false if there is none. To visit all, continue from part->hi. */
bool span_set_find(const struct span_set *set, uintptr_t lo, uintptr_t hi,
                   struct span *part);
bool span_set_find_gap(const struct span_set *set, uintptr_t lo, uintptr_t hi,
                       struct span *part);

#endif
