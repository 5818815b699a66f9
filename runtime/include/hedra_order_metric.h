/*
 * How local an ordering is (hedra_order.h): stencils of neighbours, how far
 * they lie apart in memory, and the misses of caches. Al-Kharusi and Walker
 * (2019), sec. 3.
 *
 * An object may be used by one thread at a time, stencils and finished counts
 * by any number. Nothing is printed. Functions that can fail do as those of
 * hedra_order.h, with the same statuses.
 */
#ifndef HEDRA_ORDER_METRIC_H
#define HEDRA_ORDER_METRIC_H

#include "hedra_order.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Stencils ----------------------------------------------------------------- */

enum hedra_stencil_shape {
    HEDRA_STENCIL_STAR,  /* the centre and up to g cells along each axis */
    HEDRA_STENCIL_BLOCK, /* (2 g + 1)^dims cells */
    /* Cells whose least distance to the centre cell is below g, eq. 6: along
     * each axis that is max(|x| - 1, 0). */
    HEDRA_STENCIL_SPHERE,
    /* The same for a real radius and cells of a real side (sec. 4.2). */
    HEDRA_STENCIL_RADIUS,
    HEDRA_STENCIL_OWN /* the caller's */
};

struct hedra_stencil_options {
    int shape;           /* enum hedra_stencil_shape */
    int dims;            /* 2 or 3; 0: 3 */
    int64_t g;           /* STAR, BLOCK, SPHERE: 1 or more */
    double radius, side; /* RADIUS: above 0 */
    /* Of the above only the centre and iz > 0; or iz = 0 and iy > 0; or both 0
     * and ix > 0 (sec. 4.2, eq. 11). */
    bool half;
    /* In which order a centre's cells are read: k changes fastest, or i. */
    bool i_fastest;
    int64_t
        count; /* OWN: so many cells relative to the centre, in this order */
    const int32_t (*cell)[3];
};

struct hedra_stencil;

/* Makes a stencil in *out, which hedra_stencil_destroy frees, or NULL there.
 * HEDRA_ERROR_VALUE: g, radius or side is out of range; HEDRA_ERROR_TOO_LARGE:
 * it would reach further than 1024 cells. */
HEDRA_ORDER_API enum hedra_status
hedra_stencil_create(const struct hedra_stencil_options *options,
                     struct hedra_stencil **out, struct hedra_error *why);

/* Frees the stencil; NULL is allowed. */
HEDRA_ORDER_API void hedra_stencil_destroy(struct hedra_stencil *stencil);

/* Returns how many cells it has, the centre included if it is one; and their
 * places relative to the centre in *cell, unless that is NULL, in the order in
 * which they are read. They are the object's. */
HEDRA_ORDER_API int64_t hedra_stencil_cells(const struct hedra_stencil *stencil,
                                            const int32_t (**cell)[3]);

/* Returns g: the furthest that it reaches along an axis. */
HEDRA_ORDER_API int64_t
hedra_stencil_reach(const struct hedra_stencil *stencil);

/* Offsets ------------------------------------------------------------------ */

/* How often each difference of indices comes up, index of the neighbour minus
 * that of the centre, over all centres at least g from every face (figs 5 to
 * 9): `kinds` different ones, ascending. */
struct hedra_offsets {
    int64_t kinds;
    int64_t *offset;
    uint64_t *count;
    uint64_t total;
};

/* Counts them in *out, which hedra_offsets_free empties. It needs a table of
 * all cells (hedra_order_rank_bytes each). HEDRA_ERROR_SIZE: no cell is g from
 * all faces. */
HEDRA_ORDER_API enum hedra_status
hedra_order_offsets(const struct hedra_order *order,
                    const struct hedra_stencil *stencil,
                    struct hedra_offsets *out, struct hedra_error *why);

/* Frees the arrays and zeroes the struct. */
HEDRA_ORDER_API void hedra_offsets_free(struct hedra_offsets *offsets);

/* Returns the share of all with |offset| <= most, from 0 to 1. */
HEDRA_ORDER_API double hedra_offsets_within(const struct hedra_offsets *offsets,
                                            uint64_t most);

/* Caches ------------------------------------------------------------------- */

/* What is read: memory is blocks of `block` cells (0: 1), or a cell is `lines`
 * blocks (0: 1; one of the two is 1). Centres are visited in the order of their
 * indices, those nearer than g to a face are skipped (Alg. 1); with `faces`
 * they are visited too, and cells outside of the box are skipped. */
struct hedra_trace_options {
    int64_t block, lines;
    bool faces;
};

/* Calls `touch` with the numbers of the blocks that are read, in order, in
 * parts of any size, until it returns another status than HEDRA_OK, which is
 * returned then. Blocks are below hedra_trace_blocks. HEDRA_ERROR_SIZE: no cell
 * is g from all faces. */
HEDRA_ORDER_API enum hedra_status hedra_order_trace(
    const struct hedra_order *order, const struct hedra_stencil *stencil,
    const struct hedra_trace_options *options,
    enum hedra_status (*touch)(void *context, int64_t count,
                               const uint64_t *block, struct hedra_error *why),
    void *context, struct hedra_error *why);

/* Returns how many blocks the whole array has; 0 for bad options. */
HEDRA_ORDER_API uint64_t hedra_trace_blocks(
    const struct hedra_order *order, const struct hedra_trace_options *options);

/* Caches with least-recently-used replacement of all sizes at once, by stack
 * distances: O(log) for an access. */
struct hedra_lru;

/* Makes an empty one in *out, which hedra_lru_destroy frees, for blocks with
 * numbers below `blocks` (8 bytes each), or NULL there. */
HEDRA_ORDER_API enum hedra_status hedra_lru_create(uint64_t blocks,
                                                   struct hedra_lru **out,
                                                   struct hedra_error *why);

/* Frees it; NULL is allowed. */
HEDRA_ORDER_API void hedra_lru_destroy(struct hedra_lru *lru);

/* Reads blocks, one after the other; it fits hedra_order_trace with the object
 * as `context`. HEDRA_ERROR_VALUE: a number is not below `blocks`; why->row
 * tells which, and those before it were read. */
HEDRA_ORDER_API enum hedra_status hedra_lru_touch(void *lru, int64_t count,
                                                  const uint64_t *block,
                                                  struct hedra_error *why);

/* Returns how many reads there were. */
HEDRA_ORDER_API uint64_t hedra_lru_accesses(const struct hedra_lru *lru);

/* Returns how many different blocks were read: a cache of so many misses each
 * once. */
HEDRA_ORDER_API uint64_t hedra_lru_distinct(const struct hedra_lru *lru);

/* Returns the misses of a cache of `capacity` blocks, first reads included;
 * with 0 all reads miss. */
HEDRA_ORDER_API uint64_t hedra_lru_misses(const struct hedra_lru *lru,
                                          uint64_t capacity);

/* misses[c] = the misses of a cache of c blocks, for 0 <= c < count. */
HEDRA_ORDER_API void hedra_lru_curve(const struct hedra_lru *lru,
                                     uint64_t count, uint64_t *misses);

/* One level of a cache: block n goes to set n mod sets, of `ways` blocks. */
struct hedra_cache_level {
    int64_t sets, ways;
};

enum { HEDRA_CACHE_LEVELS = 4 };

/* A cache of 1 to HEDRA_CACHE_LEVELS levels, each least-recently-used within
 * its sets; what misses in one level is read from the next, and is then held by
 * both. */
struct hedra_cache;

/* Makes an empty one in *out, which hedra_cache_destroy frees, or NULL there.
 * HEDRA_ERROR_VALUE: sets or ways of a level are below 1. */
HEDRA_ORDER_API enum hedra_status
hedra_cache_create(int levels, const struct hedra_cache_level *level,
                   struct hedra_cache **out, struct hedra_error *why);

/* Frees it; NULL is allowed. */
HEDRA_ORDER_API void hedra_cache_destroy(struct hedra_cache *cache);

/* Reads blocks of any numbers; it fits hedra_order_trace with the object as
 * `context`. An access takes time in proportion to the ways. */
HEDRA_ORDER_API enum hedra_status hedra_cache_touch(void *cache, int64_t count,
                                                    const uint64_t *block,
                                                    struct hedra_error *why);

/* Returns how many reads reached a level, 0 being the nearest. */
HEDRA_ORDER_API uint64_t hedra_cache_accesses(const struct hedra_cache *cache,
                                              int level);

/* Returns how many of these missed it. */
HEDRA_ORDER_API uint64_t hedra_cache_misses(const struct hedra_cache *cache,
                                            int level);

#ifdef __cplusplus
}
#endif

#endif
