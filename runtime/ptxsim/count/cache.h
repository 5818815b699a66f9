/*
 * A set-associative cache with sectors and LRU replacement: tags, no data.
 *
 * Owns its tags. Knows nothing of who asks: lines have numbers (address /
 * CACHE_LINE), parts of a line are masks of sectors. What it does depends on
 * the sequence of calls alone. One thread at a time.
 */
#ifndef HEDRA_RUNTIME_PTXSIM_COUNT_CACHE_H
#define HEDRA_RUNTIME_PTXSIM_COUNT_CACHE_H

#include <stdbool.h>
#include <stdint.h>

/* The caches of NVIDIA's GPUs since Volta: a tag stands for a line of four
 * sectors, each of which is valid by itself. */
enum { CACHE_LINE = 128, CACHE_SECTOR = 32, CACHE_SECTORS = 4 };

/* Sectors of a mask; not every CPU that this is compiled for counts bits. */
static inline int cache_sectors(unsigned sectors)
{
    return (int)(UINT64_C(0x4332322132212110) >> 4 * (sectors & 15) & 15);
}

struct cache_shape {
    int64_t size; /* bytes; at least one set is made of what is there */
    int ways;
    /* The set is chosen by a hash of the line's number, so that strides of
     * powers of two meet all sets; else by its remainder. */
    bool hashed;
};

struct cache;

/* Empty; NULL if there is no memory. */
struct cache *cache_new(const struct cache_shape *shape);
/* NULL is allowed. */
void cache_free(struct cache *c);
int64_t cache_sets(const struct cache *c);

/* Makes the sectors of a line valid, the least recently used line giving way.
 * Returns those that were valid before: the hits. `write`: they become dirty.
 * A sector that is written whole or in part needs no fetch: it becomes valid,
 * and what it holds besides is not modelled. */
unsigned cache_access(struct cache *c, uint64_t line, unsigned sectors,
                      bool write);
/* Dirty sectors that have had to give way since the last call. */
uint64_t cache_take_evicted(struct cache *c);
/* The sectors become invalid, without being written back. */
void cache_drop(struct cache *c, uint64_t line, unsigned sectors);
/* Empties the cache, at once; returns how many sectors were dirty. */
uint64_t cache_flush(struct cache *c);

#endif
