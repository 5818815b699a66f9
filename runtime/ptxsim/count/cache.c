/*
 * Tags of a set-associative cache with sectors, least recently used line first
 * to go (cache.h).
 */
#include "runtime/ptxsim/count/cache.h"

#include <stdlib.h>

struct way {
    uint64_t line;
    uint64_t
        used; /* when; before the cache was emptied last: the way is empty */
    unsigned char valid, dirty;
};

struct cache {
    int64_t sets;
    int ways;
    bool hashed;
    uint64_t clock, emptied; /* the clock then */
    uint64_t dirty, evicted; /* sectors */
    struct way way[];        /* sets * ways, a set's ways side by side */
};

struct cache *cache_new(const struct cache_shape *shape)
{
    int ways = shape->ways > 0 ? shape->ways : 1;
    int64_t sets = shape->size / ((int64_t)ways * CACHE_LINE);
    if (sets < 1)
        sets = 1;
    size_t count = (size_t)sets * (size_t)ways;
    struct cache *c = calloc(1, sizeof *c + count * sizeof *c->way);
    if (!c)
        return NULL;
    c->sets = sets;
    c->ways = ways;
    c->hashed = shape->hashed;
    return c;
}

void cache_free(struct cache *c)
{
    free(c);
}

int64_t cache_sets(const struct cache *c)
{
    return c->sets;
}

static struct way *set_of(struct cache *c, uint64_t line)
{
    uint64_t key = line;
    if (c->hashed) {
        key *= UINT64_C(0x9e3779b97f4a7c15);
        key ^= key >> 32;
    }
    return &c->way[key % (uint64_t)c->sets * (uint64_t)c->ways];
}

static bool holds(const struct cache *c, const struct way *w, uint64_t line)
{
    return w->used > c->emptied && w->line == line;
}

/* The way that holds the line, or else the one that has to give way. */
static struct way *find(struct cache *c, uint64_t line)
{
    struct way *set = set_of(c, line), *oldest = set;
    for (int k = 0; k < c->ways; k++) {
        if (holds(c, &set[k], line))
            return &set[k];
        if (set[k].used < oldest->used)
            oldest = &set[k];
    }
    return oldest;
}

static void evict(struct cache *c, struct way *w)
{
    uint64_t dirty = (uint64_t)cache_sectors(w->dirty);
    if (w->used > c->emptied) {
        c->evicted += dirty;
        c->dirty -= dirty;
    }
    w->valid = w->dirty = 0;
}

unsigned cache_access(struct cache *c, uint64_t line, unsigned sectors,
                      bool write)
{
    struct way *w = find(c, line);
    if (!holds(c, w, line))
        evict(c, w);
    unsigned hits = w->valid & sectors;
    w->line = line;
    w->used = ++c->clock;
    w->valid |= (unsigned char)sectors;
    if (write) {
        c->dirty += (uint64_t)cache_sectors(sectors & ~w->dirty);
        w->dirty |= (unsigned char)sectors;
    }
    return hits;
}

uint64_t cache_take_evicted(struct cache *c)
{
    uint64_t evicted = c->evicted;
    c->evicted = 0;
    return evicted;
}

void cache_drop(struct cache *c, uint64_t line, unsigned sectors)
{
    struct way *w = find(c, line);
    if (!holds(c, w, line))
        return;
    c->dirty -= (uint64_t)cache_sectors(sectors & w->dirty);
    w->valid &= (unsigned char)~sectors;
    w->dirty &= (unsigned char)~sectors;
}

uint64_t cache_flush(struct cache *c)
{
    uint64_t dirty = c->dirty;
    c->emptied = c->clock;
    c->dirty = c->evicted = 0;
    return dirty;
}
