/*
 * Orderings of the cells of 2-D and 3-D boxes: where cell (i, j, k) lies in
 * memory. Al-Kharusi and Walker, "Locality properties of 3D data orderings with
 * application to parallel molecular dynamics simulations" (2019), sec. 2.
 *
 * A box has size[0] x size[1] x size[2] cells; its row-major number is (i
 * size[1] + j) size[2] + k. With dims = 2 the last size is 1 and k is 0. An
 * ordering gives each cell an index, its place in memory in units of cells, and
 * may leave gaps: hedra_order_span tells how many places there are.
 *
 * An object never changes after it was made: any number of threads may use it
 * at once. Nothing is printed. <hedra_order_metric.h> measures how local an
 * ordering is, <hedra_order_surface.h> moves parts of an ordered array.
 */
#ifndef HEDRA_ORDER_H
#define HEDRA_ORDER_H

#include "hedra_error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define HEDRA_ORDER_API __attribute__((visibility("default")))
#else
#define HEDRA_ORDER_API
#endif

enum hedra_order_kind {
    HEDRA_ORDER_ROW,    /* (i N + j) P + k, eq. 2; `leading` sizes */
    HEDRA_ORDER_COLUMN, /* i and k exchange roles: ROW with the axes reversed */
    /* Bits interleaved, k most significant of each triple, i least, eq. 5:
     * (1,0,0) has the index 1, (0,1,0) 2, (0,0,1) 4. */
    HEDRA_ORDER_MORTON,
    /* i most significant: what the recursion over row-major blocks of sec. 2.3
     * gives, (1,0,0) 4, (0,1,0) 2, (0,0,1) 1; fig. 3 in two dimensions. */
    HEDRA_ORDER_MORTON_I,
    /* The curve of sec. 2.2, reflected in y, from (0,0,0) to (M-1,0,0). Curves
     * that others call Hilbert's (Butz, Skilling) are different ones. */
    HEDRA_ORDER_HILBERT,
    HEDRA_ORDER_HILBERT_2D, /* eq. 3, two dimensions: from (0,0) to (0,M-1) */
    /* `outer` between tiles of `tile`, `inner` within them, sec. 2.4. */
    HEDRA_ORDER_HYBRID,
    HEDRA_ORDER_TABLE /* any permutation that the caller hands over */
};

/* What becomes of boxes that are no cube of 2^m, for MORTON, MORTON_I, HILBERT
 * and HILBERT_2D; and of tiles of HYBRID that the box cuts. */
enum hedra_order_fit {
    /* Indices 0 to cells - 1 without gaps, in the order in which the enclosing
     * cube's curve comes by. Cut tiles hold the cells that they have. */
    HEDRA_ORDER_COMPACT,
    /* Sides must be equal powers of two, and tiles must fill the box. */
    HEDRA_ORDER_EXACT,
    /* The enclosing cube's indices, or whole tiles: there are gaps. */
    HEDRA_ORDER_PAD,
    /* The box is cut into cubes of side tile[0], a power of two, or 0: the
     * smallest that is no less than the shortest side. They follow each other
     * in row-major order, each compact: for long boxes. Not for HYBRID. */
    HEDRA_ORDER_BRICK
};

/* Sides up to 2^21; an index is below 2^63. */
enum { HEDRA_ORDER_MAX_SIDE = 1 << 21 };

struct hedra_order_options {
    int kind; /* enum hedra_order_kind */
    int fit;  /* enum hedra_order_fit, read by curves and HYBRID */
    int dims; /* 2 or 3; 0: 3, or 2 for HILBERT_2D */
    int64_t size[3];
    /* Which axis of the box takes the part of i, of j and of k above; all zero:
     * {0, 1, 2}. {2, 1, 0} makes ROW what COLUMN is. */
    int permutation[3];
    /* ROW and COLUMN: what stands in place of the size of each axis of the box
     * in the index, at least that size, 0: the size. So the box may be a part
     * of a larger array. The slowest axis's is not read. */
    int64_t leading[3];
    int64_t tile[3]; /* HYBRID: sides of a tile; 0: as tile[0] */
    /* HYBRID: options of orderings, which may be HYBRID themselves. Their sizes
     * and dims are not read: they follow from size and tile. */
    const struct hedra_order_options *outer, *inner;
    /* TABLE: the index of each cell, in row-major order (of the permuted axes);
     * copied. */
    const uint64_t *table;
};

struct hedra_order;

/* No cell, or no index. */
#define HEDRA_ORDER_NONE UINT64_MAX

/* Functions ----------------------------------------------------------------
 *
 * Those that can fail return a status of <hedra_error.h> and fill *why, unless
 * it is NULL. HEDRA_ERROR_ARGUMENT: a pointer is NULL that must not be, or a
 * number is out of range; HEDRA_ERROR_SIZE: the box has no cells, or a side
 * above 2^21, or sides that the fit does not take; HEDRA_ERROR_TOO_LARGE:
 * indices or bytes exceed 63 bits; HEDRA_ERROR_NO_MEMORY. Nothing was written
 * then. Those that take a `const struct hedra_order *` alone need it not NULL.
 */

/* Checks the options and makes an ordering in *out, which hedra_order_destroy
 * frees, or NULL there. HEDRA_ERROR_VALUE: the table is no permutation. A
 * HYBRID of cut tiles keeps 8 bytes a tile, a TABLE 16 a cell, others none. */
HEDRA_ORDER_API enum hedra_status
hedra_order_create(const struct hedra_order_options *options,
                   struct hedra_order **out, struct hedra_error *why);

/* Frees the ordering; NULL is allowed. */
HEDRA_ORDER_API void hedra_order_destroy(struct hedra_order *order);

/* Returns "row", "hilbert" and so on, of static storage, or NULL for a number
 * that is no kind. */
HEDRA_ORDER_API const char *hedra_order_kind_name(int kind);

/* Returns the number of cells of the box. */
HEDRA_ORDER_API uint64_t hedra_order_cells(const struct hedra_order *order);

/* Returns how many cells an ordered array needs: all indices are below. */
HEDRA_ORDER_API uint64_t hedra_order_span(const struct hedra_order *order);

/* Returns the size of an axis, 0 to 2, of the box; 0 for another number. */
HEDRA_ORDER_API int64_t hedra_order_size(const struct hedra_order *order,
                                         int axis);

/* Returns the index of cell (i, j, k), or HEDRA_ORDER_NONE outside of the box.
 */
HEDRA_ORDER_API uint64_t hedra_order_index(const struct hedra_order *order,
                                           int64_t i, int64_t j, int64_t k);

/* Puts the cell of that index in cell[0..2] and returns true; false, and
 * nothing is written, if there is none. */
HEDRA_ORDER_API bool hedra_order_coords(const struct hedra_order *order,
                                        uint64_t index, int64_t cell[3]);

/* Returns the index of the cell `step` (1 or -1) further along an axis, 0 to 2,
 * or HEDRA_ORDER_NONE if that is outside of the box, there is no such cell, or
 * the arguments are others. MORTON and MORTON_I of cubes of 2^m, and PAD, add
 * in dilated integers; HILBERT there encodes again only the levels that change.
 * What else there is goes by the cell. */
HEDRA_ORDER_API uint64_t hedra_order_neighbour(const struct hedra_order *order,
                                               uint64_t index, int axis,
                                               int step);

/* index[n] = the indices of cells (i[n], j[n], k[n]) for n < count; in two
 * dimensions k is not read and may be NULL. HEDRA_ERROR_VALUE: a cell is
 * outside of the box, and why->row is its number; the indices before it may
 * have been written. Curves in cubes of 2^m, and PAD, go in vectors. */
HEDRA_ORDER_API enum hedra_status
hedra_order_index_batch(const struct hedra_order *order, int64_t count,
                        const int32_t *i, const int32_t *j, const int32_t *k,
                        uint64_t *index, struct hedra_error *why);

/* The inverse: (i[n], j[n], k[n]) = the cells of the indices; k may be NULL in
 * two dimensions. HEDRA_ERROR_VALUE: an index has no cell, and why->row is its
 * number; any of the cells may have been written. */
HEDRA_ORDER_API enum hedra_status
hedra_order_coords_batch(const struct hedra_order *order, int64_t count,
                         const uint64_t *index, int32_t *i, int32_t *j,
                         int32_t *k, struct hedra_error *why);

/* Returns the bytes of an entry of the tables that hedra_order_rank_table
 * fills: 4 where all indices and cells are below 2^32 - 1, else 8. */
HEDRA_ORDER_API size_t hedra_order_rank_bytes(const struct hedra_order *order);

/* Fills the whole map: to_index[c] is the index of the cell whose row-major
 * number is c, to_cell[n] that number for index n, all bits set in a gap. They
 * have `cells` and `span` unsigned entries of hedra_order_rank_bytes; either
 * may be NULL. After HEDRA_ERROR_NO_MEMORY all bits of to_cell may be set. On
 * all cores (HEDRA_THREADS). */
HEDRA_ORDER_API enum hedra_status
hedra_order_rank_table(const struct hedra_order *order, void *to_index,
                       void *to_cell, struct hedra_error *why);

/* Brings an array of elements of `bytes` bytes each, in row-major order, into
 * this ordering: to[index(c)] = from[c]; gaps are not written. `to` has span
 * elements. The same array for both: in place, with a bit for each cell of
 * memory, if there are no gaps (HEDRA_ERROR_SIZE else); arrays that overlap
 * otherwise are HEDRA_ERROR_ARGUMENT. On all cores (HEDRA_THREADS), but in
 * place on one. */
HEDRA_ORDER_API enum hedra_status
hedra_order_permute(const struct hedra_order *order, size_t bytes,
                    const void *from, void *to, struct hedra_error *why);

/* The inverse: to[c] = from[index(c)]. */
HEDRA_ORDER_API enum hedra_status
hedra_order_unpermute(const struct hedra_order *order, size_t bytes,
                      const void *from, void *to, struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
