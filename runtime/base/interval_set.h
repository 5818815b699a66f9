/*
 * Sets of address ranges, as sorted arrays of disjoint, non-touching intervals.
 *
 * Start from a zeroed struct; interval_set_clear frees it. Operations that may
 * need memory return false when there is none and then leave the set as it was.
 * An empty range (lo >= hi) adds, removes and finds nothing.
 */
#ifndef HEDRA_RUNTIME_BASE_INTERVAL_SET_H
#define HEDRA_RUNTIME_BASE_INTERVAL_SET_H

#include <stdbool.h>
#include <stdint.h>

struct address_interval {
    uintptr_t lo, hi; /* bytes lo <= address < hi */
};

struct interval_set {
    struct address_interval *interval;
    int count, capacity;
};

bool interval_set_add(struct interval_set *set, uintptr_t lo, uintptr_t hi);
bool interval_set_remove(struct interval_set *set, uintptr_t lo, uintptr_t hi);
void interval_set_clear(struct interval_set *set);

/* The lowest part of [lo, hi) that is in the set (or, for _gap, that is not);
 * false if there is none. To visit all, continue from part->hi. */
bool interval_set_find(const struct interval_set *set, uintptr_t lo,
                       uintptr_t hi, struct address_interval *part);
bool interval_set_find_gap(const struct interval_set *set, uintptr_t lo,
                           uintptr_t hi, struct address_interval *part);

#endif
