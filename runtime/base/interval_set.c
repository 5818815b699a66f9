/*
 * Sets of address ranges (interval_set.h) as sorted arrays, searched by
 * bisection: there are few ranges, and they are looked up far more often than
 * changed.
 */
#include "runtime/base/interval_set.h"

#include <stdlib.h>
#include <string.h>

/* The first interval that ends at or after `address` (after it, if `strict`).
 */
static int first_reaching(const struct interval_set *set, uintptr_t address,
                          bool strict)
{
    int lo = 0, hi = set->count;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        uintptr_t end = set->interval[mid].hi;
        if (end < address || (strict && end == address))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* Replaces intervals first <= k < last by the `count` ones of `with`. */
static bool splice(struct interval_set *set, int first, int last,
                   const struct address_interval *with, int count)
{
    int total = set->count - (last - first) + count;
    if (total > set->capacity) {
        int capacity = total < 8 ? 8 : 2 * total;
        struct address_interval *more =
            realloc(set->interval, (size_t)capacity * sizeof *more);
        if (!more)
            return false;
        set->interval = more;
        set->capacity = capacity;
    }
    if (set->count > last)
        memmove(set->interval + first + count, set->interval + last,
                (size_t)(set->count - last) * sizeof *set->interval);
    if (count > 0)
        memcpy(set->interval + first, with, (size_t)count * sizeof *with);
    set->count = total;
    return true;
}

bool interval_set_add(struct interval_set *set, uintptr_t lo, uintptr_t hi)
{
    if (lo >= hi)
        return true;
    int first = first_reaching(set, lo, false), last = first;
    struct address_interval whole = {lo, hi};
    for (; last < set->count && set->interval[last].lo <= hi; last++) {
        if (set->interval[last].lo < whole.lo)
            whole.lo = set->interval[last].lo;
        if (set->interval[last].hi > whole.hi)
            whole.hi = set->interval[last].hi;
    }
    return splice(set, first, last, &whole, 1);
}

bool interval_set_remove(struct interval_set *set, uintptr_t lo, uintptr_t hi)
{
    if (lo >= hi)
        return true;
    int first = first_reaching(set, lo, true), last = first, rest = 0;
    struct address_interval with[2];
    for (; last < set->count && set->interval[last].lo < hi; last++) {
        struct address_interval s = set->interval[last];
        if (s.lo < lo)
            with[rest++] = (struct address_interval){s.lo, lo};
        if (s.hi > hi)
            with[rest++] = (struct address_interval){hi, s.hi};
    }
    return first == last || splice(set, first, last, with, rest);
}

void interval_set_clear(struct interval_set *set)
{
    free(set->interval);
    *set = (struct interval_set){0};
}

bool interval_set_find(const struct interval_set *set, uintptr_t lo,
                       uintptr_t hi, struct address_interval *part)
{
    int k = first_reaching(set, lo, true);
    if (lo >= hi || k == set->count || set->interval[k].lo >= hi)
        return false;
    *part = set->interval[k];
    if (part->lo < lo)
        part->lo = lo;
    if (part->hi > hi)
        part->hi = hi;
    return true;
}

bool interval_set_find_gap(const struct interval_set *set, uintptr_t lo,
                           uintptr_t hi, struct address_interval *part)
{
    int k = first_reaching(set, lo, true);
    if (k < set->count && set->interval[k].lo <= lo)
        lo = set->interval[k++].hi;
    if (lo >= hi)
        return false;
    *part = (struct address_interval){lo, hi};
    if (k < set->count && set->interval[k].lo < hi)
        part->hi = set->interval[k].lo;
    return true;
}
