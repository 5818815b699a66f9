/* Caches by sets, of several levels: each set is a list of blocks, the one read
 * last first. */
#include "runtime/order/metric.h"

#include <stdlib.h>

struct level {
    uint64_t sets, ways;
    uint64_t *held; /* ways of each set, and how many are in use in `used` */
    uint64_t *used;
    uint64_t accesses, misses;
};

struct hedra_cache {
    int levels;
    struct level level[HEDRA_CACHE_LEVELS];
};

static enum hedra_status make_level(struct level *l,
                                    const struct hedra_cache_level *from, int n,
                                    struct hedra_error *why)
{
    uint64_t blocks;
    if (from->sets < 1 || from->ways < 1)
        return error_set(why, HEDRA_ERROR_VALUE,
                         "level %d has %lld sets of %lld ways; both are 1 or "
                         "more",
                         n, (long long)from->sets, (long long)from->ways);
    l->sets = (uint64_t)from->sets;
    l->ways = (uint64_t)from->ways;
    if (!order_times(l->sets, l->ways, &blocks) ||
        blocks > PTRDIFF_MAX / sizeof *l->held)
        return error_set(why, HEDRA_ERROR_TOO_LARGE, "level %d exceeds 63 bits",
                         n);
    l->held = malloc(blocks * sizeof *l->held);
    l->used = calloc(l->sets, sizeof *l->used);
    return l->held && l->used ? error_none(why) : error_no_memory(why);
}

enum hedra_status hedra_cache_create(int levels,
                                     const struct hedra_cache_level *level,
                                     struct hedra_cache **out,
                                     struct hedra_error *why)
{
    enum hedra_status status = HEDRA_OK;
    if (!out)
        return error_argument(why, "out is NULL");
    *out = NULL;
    if (!level || levels < 1 || levels > HEDRA_CACHE_LEVELS)
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "level is NULL, or levels is not from 1 to %d",
                         HEDRA_CACHE_LEVELS);
    struct hedra_cache *cache = calloc(1, sizeof *cache);
    if (!cache)
        return error_no_memory(why);
    cache->levels = levels;
    for (int n = 0; n < levels && !status; n++)
        status = make_level(&cache->level[n], &level[n], n, why);
    if (status) {
        hedra_cache_destroy(cache);
        return status;
    }
    *out = cache;
    return error_none(why);
}

void hedra_cache_destroy(struct hedra_cache *cache)
{
    if (!cache)
        return;
    for (int n = 0; n < cache->levels; n++) {
        free(cache->level[n].held);
        free(cache->level[n].used);
    }
    free(cache);
}

/* Reads a block; false if it was missed. */
static bool read_block(struct level *l, uint64_t block)
{
    const uint64_t set = block % l->sets;
    uint64_t *held = l->held + set * l->ways, way = 0;
    while (way < l->used[set] && held[way] != block)
        way++;
    const bool is_hit = way < l->used[set];
    l->accesses++;
    l->misses += !is_hit;
    if (way == l->ways)
        way--; /* the one read longest ago goes */
    else if (!is_hit)
        l->used[set]++;
    for (; way > 0; way--)
        held[way] = held[way - 1];
    held[0] = block;
    return is_hit;
}

enum hedra_status hedra_cache_touch(void *cache, int64_t count,
                                    const uint64_t *block,
                                    struct hedra_error *why)
{
    struct hedra_cache *own = cache;
    if (!cache || (count > 0 && !block))
        return error_argument(why, "cache or block is NULL");
    for (int64_t n = 0; n < count; n++) {
        int level = 0;
        while (level < own->levels && !read_block(&own->level[level], block[n]))
            level++;
    }
    return error_none(why);
}

uint64_t hedra_cache_accesses(const struct hedra_cache *cache, int level)
{
    return level >= 0 && level < cache->levels ? cache->level[level].accesses
                                               : 0;
}

uint64_t hedra_cache_misses(const struct hedra_cache *cache, int level)
{
    return level >= 0 && level < cache->levels ? cache->level[level].misses : 0;
}
