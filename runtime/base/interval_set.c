#include "runtime/base/interval_set.h"

#include <stdlib.h>
#include <string.h>

/* The first span that ends at or after `address` (after it, if `strict`). */
static int first_reaching(const struct span_set *set, uintptr_t address,
                          bool strict)
{
    int lo = 0, hi = set->count;
    while (lo < hi) {
        int mid = lo + (hi - lo) / 2;
        uintptr_t end = set->span[mid].hi;
        if (end < address || (strict && end == address))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

/* Replaces spans first <= k < last by the `count` ones of `with`. */
static bool splice(struct span_set *set, int first, int last,
                   const struct span *with, int count)
{
    int total = set->count - (last - first) + count;
    if (total > set->capacity) {
        int capacity = total < 8 ? 8 : 2 * total;
        struct span *more = realloc(set->span, (size_t)capacity * sizeof *more);
        if (!more)
            return false;
        set->span = more;
        set->capacity = capacity;
    }
    if (set->count > last)
        memmove(set->span + first + count, set->span + last,
                (size_t)(set->count - last) * sizeof *set->span);
    if (count > 0)
        memcpy(set->span + first, with, (size_t)count * sizeof *with);
    set->count = total;
    return true;
}

bool span_set_add(struct span_set *set, uintptr_t lo, uintptr_t hi)
{
    if (lo >= hi)
        return true;
    int first = first_reaching(set, lo, false), last = first;
    struct span whole = {lo, hi};
    for (; last < set->count && set->span[last].lo <= hi; last++) {
        if (set->span[last].lo < whole.lo)
            whole.lo = set->span[last].lo;
        if (set->span[last].hi > whole.hi)
            whole.hi = set->span[last].hi;
    }
    return splice(set, first, last, &whole, 1);
}

bool span_set_remove(struct span_set *set, uintptr_t lo, uintptr_t hi)
{
    if (lo >= hi)
        return true;
    int first = first_reaching(set, lo, true), last = first, rest = 0;
    struct span with[2];
    for (; last < set->count && set->span[last].lo < hi; last++) {
        struct span s = set->span[last];
        if (s.lo < lo)
            with[rest++] = (struct span){s.lo, lo};
        if (s.hi > hi)
            with[rest++] = (struct span){hi, s.hi};
    }
    return first == last || splice(set, first, last, with, rest);
}

void span_set_clear(struct span_set *set)
{
    free(set->span);
    *set = (struct span_set){0};
}

bool span_set_find(const struct span_set *set, uintptr_t lo, uintptr_t hi,
                   struct span *part)
{
    int k = first_reaching(set, lo, true);
    if (lo >= hi || k == set->count || set->span[k].lo >= hi)
        return false;
    *part = set->span[k];
    if (part->lo < lo)
        part->lo = lo;
    if (part->hi > hi)
        part->hi = hi;
    return true;
}

bool span_set_find_gap(const struct span_set *set, uintptr_t lo, uintptr_t hi,
                       struct span *part)
{
    int k = first_reaching(set, lo, true);
    if (k < set->count && set->span[k].lo <= lo)
        lo = set->span[k++].hi;
    if (lo >= hi)
        return false;
    *part = (struct span){lo, hi};
    if (k < set->count && set->span[k].lo < hi)
        part->hi = set->span[k].lo;
    return true;
}
