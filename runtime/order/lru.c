/*
 * Misses of least-recently-used caches of all sizes in one pass, by stack
 * distances (Mattson et al. 1970): a cache of c blocks misses a block unless
 * fewer than c others were read since it was read last.
 *
 * Each read takes the next slot of time; a block's bit stands in the slot of
 * its last read, so that the bits behind it are the blocks read since. They are
 * counted by words of 64 slots and a binary indexed tree over words (Fenwick
 * 1994). When slots run out, those in use move together.
 */
#include "runtime/order/metric.h"

#include <stdlib.h>
#include <string.h>

enum { WORD = 64, FIRST_SLOTS = 4096 };

struct hedra_lru {
    uint64_t blocks;
    uint64_t *last;   /* a block's slot plus 1, or 0 */
    uint64_t *holder; /* a slot's block */
    uint64_t slots, next;
    uint64_t *bits; /* of slots */
    uint64_t *tree; /* tree[n]: bits in the words n - (n & -n) to n - 1 */
    uint64_t distinct, accesses;
    uint64_t *reads; /* by distance, for distances below `room` */
    uint64_t room;
};

static bool make_slots(struct hedra_lru *lru, uint64_t slots)
{
    uint64_t *holder = malloc(slots * sizeof *holder);
    uint64_t *bits = calloc(slots / WORD, sizeof *bits);
    uint64_t *tree = calloc(slots / WORD + 1, sizeof *tree);
    if (!holder || !bits || !tree) {
        free(holder);
        free(bits);
        free(tree);
        return false;
    }
    /* Those in use, in the order of their reads. */
    uint64_t used = 0;
    for (uint64_t n = 0; n < lru->next; n++)
        if (lru->bits[n / WORD] >> n % WORD & 1) {
            holder[used] = lru->holder[n];
            lru->last[holder[used]] = used + 1;
            bits[used / WORD] |= UINT64_C(1) << used % WORD;
            used++;
        }
    for (uint64_t n = 1; n <= slots / WORD; n++) {
        tree[n] += (uint64_t)__builtin_popcountll(bits[n - 1]);
        const uint64_t parent = n + (n & -n);
        if (parent <= slots / WORD)
            tree[parent] += tree[n];
    }
    free(lru->holder);
    free(lru->bits);
    free(lru->tree);
    lru->holder = holder;
    lru->bits = bits;
    lru->tree = tree;
    lru->slots = slots;
    lru->next = used;
    return true;
}

enum hedra_status hedra_lru_create(uint64_t blocks, struct hedra_lru **out,
                                   struct hedra_error *why)
{
    if (!out)
        return error_argument(why, "out is NULL");
    *out = NULL;
    if (blocks == 0)
        return error_argument(why, "blocks is 0");
    if (blocks > PTRDIFF_MAX / sizeof(uint64_t))
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "a table of all blocks exceeds 63 bits");
    struct hedra_lru *lru = calloc(1, sizeof *lru);
    if (lru) {
        lru->blocks = blocks;
        lru->last = calloc(blocks, sizeof *lru->last);
    }
    if (!lru || !lru->last || !make_slots(lru, FIRST_SLOTS)) {
        hedra_lru_destroy(lru);
        return error_no_memory(why);
    }
    *out = lru;
    return error_none(why);
}

void hedra_lru_destroy(struct hedra_lru *lru)
{
    if (!lru)
        return;
    free(lru->last);
    free(lru->holder);
    free(lru->bits);
    free(lru->tree);
    free(lru->reads);
    free(lru);
}

/* Reading ------------------------------------------------------------------ */

static void change(struct hedra_lru *lru, uint64_t slot, uint64_t by)
{
    lru->bits[slot / WORD] ^= UINT64_C(1) << slot % WORD;
    for (uint64_t n = slot / WORD + 1; n <= lru->slots / WORD; n += n & -n)
        lru->tree[n] += by;
}

/* Bits in the slots up to this one. */
static uint64_t count_to(const struct hedra_lru *lru, uint64_t slot)
{
    const uint64_t upto = UINT64_MAX >> (WORD - 1 - slot % WORD);
    uint64_t count =
        (uint64_t)__builtin_popcountll(lru->bits[slot / WORD] & upto);
    for (uint64_t n = slot / WORD; n > 0; n -= n & -n)
        count += lru->tree[n];
    return count;
}

static bool note(struct hedra_lru *lru, uint64_t distance)
{
    if (distance >= lru->room) {
        const uint64_t room = 2 * distance + 64;
        uint64_t *reads = realloc(lru->reads, room * sizeof *reads);
        if (!reads)
            return false;
        memset(reads + lru->room, 0, (room - lru->room) * sizeof *reads);
        lru->reads = reads;
        lru->room = room;
    }
    lru->reads[distance]++;
    return true;
}

static bool touch(struct hedra_lru *lru, uint64_t block)
{
    const uint64_t last = lru->last[block];
    if (last > 0 && last == lru->next) { /* the one read before */
        if (!note(lru, 0))
            return false;
        lru->accesses++;
        return true;
    }
    if (lru->next == lru->slots) {
        const bool is_full = 2 * lru->distinct > lru->slots;
        if (!make_slots(lru, is_full ? 2 * lru->slots : lru->slots))
            return false;
        return touch(lru, block);
    }
    if (last > 0) {
        if (!note(lru, lru->distinct - count_to(lru, last - 1)))
            return false;
        change(lru, last - 1, UINT64_MAX);
    } else {
        lru->distinct++;
    }
    change(lru, lru->next, 1);
    lru->holder[lru->next++] = block;
    lru->last[block] = lru->next;
    lru->accesses++;
    return true;
}

enum hedra_status hedra_lru_touch(void *lru, int64_t count,
                                  const uint64_t *block,
                                  struct hedra_error *why)
{
    struct hedra_lru *own = lru;
    if (!lru || (count > 0 && !block))
        return error_argument(why, "lru or block is NULL");
    for (int64_t n = 0; n < count; n++) {
        if (block[n] >= own->blocks) {
            error_set(why, HEDRA_ERROR_VALUE,
                      "block %lld is %llu, but there are %llu", (long long)n,
                      (unsigned long long)block[n],
                      (unsigned long long)own->blocks);
            if (why)
                why->row = n;
            return HEDRA_ERROR_VALUE;
        }
        if (!touch(own, block[n]))
            return error_no_memory(why);
    }
    return error_none(why);
}

/* Results ------------------------------------------------------------------ */

uint64_t hedra_lru_accesses(const struct hedra_lru *lru)
{
    return lru->accesses;
}

uint64_t hedra_lru_distinct(const struct hedra_lru *lru)
{
    return lru->distinct;
}

void hedra_lru_curve(const struct hedra_lru *lru, uint64_t count,
                     uint64_t *misses)
{
    uint64_t left = lru->accesses;
    for (uint64_t c = 0; c < count; c++) {
        misses[c] = left;
        if (c < lru->room)
            left -= lru->reads[c];
    }
}

uint64_t hedra_lru_misses(const struct hedra_lru *lru, uint64_t capacity)
{
    uint64_t left = lru->accesses;
    for (uint64_t d = 0; d < capacity && d < lru->room; d++)
        left -= lru->reads[d];
    return left;
}
