/*
 * What the files of this folder share: the object and its classes; curves are
 * in curve.h.
 *
 * Inside, a cell is x[0..2] along the axes of the *ordering*: x[a] is the
 * coordinate along axis[a] of the box, so that a permutation of axes costs
 * nothing here. In two dimensions size[2] is 1 and x[2] is 0.
 */
#ifndef HEDRA_RUNTIME_ORDER_LOCAL_H
#define HEDRA_RUNTIME_ORDER_LOCAL_H

#include "runtime/base/base.h"
#include "runtime/order/curve.h"
#include "runtime/order/order.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Objects ------------------------------------------------------------------ */

struct order_plan;

/* Full tiles of a curve that lie side by side: rows of 8 cells, neighbours in
 * row-major order, each of which goes on in the next tile. Cell c of row r of
 * tile t has the row-major number base + row[r] + 8 t + c. Tile t has the
 * indices from index[t] on, of which number n is cell slot[t][n] % 8 of row
 * slot[t][n] / 8; and cell c of row r is number rank[t][8 r + c]. */
struct order_tiles {
    int count, rows;
    const int64_t *row;
    int64_t base;
    uint64_t index[TILES_TOGETHER];
    const uint16_t *slot[TILES_TOGETHER], *rank[TILES_TOGETHER];
    const struct order_lines *lines[TILES_TOGETHER]; /* NULL in 2 dimensions */
};

/* A tile of three dimensions by eighths of eighths: cubes of two cells a side,
 * of which one is number 4 q + m if its cells are those 2 m and 2 m + 1 of the
 * rows 4 q to 4 q + 3. Its cells have the indices from 8 * line on; cell n of
 * them is there[n] of the rows' cells, two of each row after the other, and
 * back is the other way. */
struct order_lines {
    uint8_t line[64], there[64][8], back[64][8];
};

/* A walk visits cells in the order of their indices: `visit` is called with
 * runs of cells, where index + n, for n < count, is the cell whose row-major
 * number is base + place[n]. Where `tiles` is there, it is called for full
 * tiles instead, somewhat later, with those that come next (count 0: none) so
 * that they can be fetched meanwhile. `finish`, if it is there, is called by
 * each thread after its last visit. */
struct order_visitor {
    void (*visit)(void *context, uint64_t index, int64_t base,
                  const int64_t *place, int count);
    void *context;
    void (*tiles)(void *context, const struct order_tiles *tiles,
                  const struct order_tiles *next);
    void (*finish)(void);
};

/* The indices begin <= n < end of an ordering, reported as shift + n; `base` is
 * the row-major number of its cell (0, 0, 0). */
struct order_part {
    int64_t base;
    uint64_t shift, begin, end;
};

/* A class of orderings. `index` gets a cell of the box. `coords` gets an index
 * below the span, and is false in a gap. `plan` makes what its walk needs (or
 * returns false for want of memory; order_plan_free frees what it made). */
struct order_class {
    uint64_t (*index)(const struct hedra_order *o, const uint32_t x[3]);
    bool (*coords)(const struct hedra_order *o, uint64_t index, uint32_t x[3]);
    bool (*plan)(const struct hedra_order *o, struct order_plan *plan);
    void (*walk)(const struct hedra_order *o, const struct order_plan *plan,
                 const struct order_part *part,
                 const struct order_visitor *visitor);
    /* NULL for classes that have none; as `walk` for the tiles begin <= n < end
     * of curve_tiles, in the order of row-major numbers. */
    void (*scan)(const struct hedra_order *o, const struct order_plan *plan,
                 const struct order_part *part,
                 const struct order_visitor *visitor);
};

struct hedra_order {
    const struct order_class *class;
    int kind, fit, dims;
    int axis[3];       /* of the box, by axis of the ordering */
    uint32_t size[3];  /* by axis of the ordering */
    int64_t extent[3]; /* by axis of the box */
    uint64_t cells, span;
    uint64_t stride[3]; /* linear: index = sum of stride[a] x[a] */
    /* Curves: of cubes of 2^levels. `whole`: the index is the cube's, with gaps
     * if the box is smaller; else bricks, one if `levels` covers the box. */
    struct curve *curve;
    int levels;
    bool whole;
    /* `whole`: the bits that x[a] has in the index of Morton's kinds and in
     * Morton's code of others; and those of size[a] - 1. */
    uint64_t mask[3], last[3];
    /* HYBRID: inner[s] orders tiles of shape s, whose bit a says that the box
     * cuts the tile along axis a; NULL if there is none. `start[n]`, for n up
     * to outer's span, is the index where tile n of the outer ordering begins;
     * NULL: at n times the inner span. */
    uint32_t tile[3];
    struct hedra_order *outer, *inner[8];
    uint64_t *start;
    /* TABLE, both by row-major numbers along the ordering's axes. */
    uint64_t *to_index, *to_cell;
};

extern const struct order_class order_linear, order_curve, order_hybrid,
    order_table;

/* Set up what the class needs; the sizes, axes and cells are there. */
enum hedra_status linear_setup(struct hedra_order *o,
                               const struct hedra_order_options *options,
                               struct hedra_error *why);
enum hedra_status curve_setup(struct hedra_order *o,
                              const struct hedra_order_options *options,
                              struct hedra_error *why);
enum hedra_status hybrid_setup(struct hedra_order *o,
                               const struct hedra_order_options *options,
                               struct hedra_error *why);
enum hedra_status table_setup(struct hedra_order *o,
                              const struct hedra_order_options *options,
                              struct hedra_error *why);

/* a * b in *out; false if that exceeds 63 bits. */
bool order_times(uint64_t a, uint64_t b, uint64_t *out);

/* Is x in the box? */
bool order_holds(const struct hedra_order *o, const uint32_t x[3]);

/* Walks -------------------------------------------------------------------- */

enum {
    TILE_SIDE = 1 << TILE_LEVELS,
    TILE_ROWS = TILE_SIDE * TILE_SIDE,
    TILE_CELLS = TILE_ROWS * TILE_SIDE
};

struct order_plan {
    int64_t stride[3]; /* of row-major numbers, by axis of the ordering */
    int64_t *tile;     /* linear, curves: places within runs or tiles */
    /* Curves: tiles for each state, if rows are along the axis `along`, else
     * -1. */
    int along;
    int64_t row[TILE_ROWS];
    uint16_t (*slot)[TILE_CELLS], (*rank)[TILE_CELLS];
    struct order_lines *lines; /* in three dimensions, for each state */
    struct order_plan *outer, *inner[8]; /* HYBRID */
};

/* A plan for numbers that are the sum of stride[b] x along axis b of the box;
 * NULL if there is no memory. */
struct order_plan *order_plan_new(const struct hedra_order *o,
                                  const int64_t stride[3]);
void order_plan_free(struct order_plan *plan);

/* Visits all cells, by several threads at once for ranges of indices of their
 * own if `threads` > 1; false if there is no memory. */
bool order_walk(const struct hedra_order *o, int threads,
                const struct order_visitor *visitor);

/* The same, but curves by tiles in the order of row-major numbers: faster where
 * the visitor reads or writes a row-major array, and the order of visits does
 * not matter. */
bool order_scan(const struct hedra_order *o, int threads,
                const struct order_visitor *visitor);
/* How many tiles a curve's box has; 0: it goes without. */
uint64_t curve_tiles(const struct hedra_order *o);

/* How many threads calls use; 0 with an error if HEDRA_THREADS is no number. */
int order_threads(struct hedra_error *why);

#endif
