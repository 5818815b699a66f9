/*
 * In which order the elements of an array lie in memory (the clause layout).
 * A box of elements is cut into tiles; one order numbers the tiles, another one
 * the elements of each. The place of an element is
 *
 *     number of its tile * elements of a tile + number within the tile
 *
 * and cut tiles at the ends of the box are padded. Where no tiles are named,
 * curves have tiles of 64 elements, which changes nothing for boxes that are
 * cubes of 2^m, and others have tiles of one.
 *
 * The last 2 or 3 subscripts of an array are so ordered. Those before them, the
 * leading ones, tell which of the boxes that follow each other in memory, as C
 * has rows.
 */
#ifndef HEDRA_POLYHEDRAL_SCOP_LAYOUT_H
#define HEDRA_POLYHEDRAL_SCOP_LAYOUT_H

#include "runtime/base/base.h"

enum {
    LAYOUT_DIMS = 3,
    LAYOUT_RANK = 8, /* subscripts, leading ones included */
    LAYOUT_TILE_MAX = 4096,
    LAYOUT_PATTERNS = 16
};

/* As enum hedra_order_kind has them. */
enum layout_order {
    LAYOUT_ROW,
    LAYOUT_COLUMN,
    LAYOUT_MORTON,
    LAYOUT_MORTON_I,
    LAYOUT_HILBERT,
    LAYOUT_ORDERS
};

struct scop_layout {
    const char *text; /* as it was written, without blanks */
    int lead;         /* leading subscripts */
    int dims;         /* 2 or 3: those behind them */
    enum layout_order outer, inner;
    bool curve; /* one curve through all elements: `inner` goes on in each tile
                   as `outer` enters it */
    int64_t tile[LAYOUT_DIMS]; /* of the axes as `axis` has them; 1 behind
                                  `dims` */
    /* axis[a] is the subscript, `lead` or more, that takes the part of i, j or
     * k (a = 0, 1, 2). */
    int axis[LAYOUT_DIMS];
};

/* Why a text is no layout, and what to write instead: `width` letters from
 * `at` on. */
struct layout_error {
    const char *at;
    int width;
    const char *what, *hint;
};

/* Reads a layout of an array of `rank` subscripts, 2 to LAYOUT_RANK, from *text
 * on, which then stands behind it. NULL with *error if there is none. */
const struct scop_layout *layout_read(struct arena *arena, const char **text,
                                      int rank, struct layout_error *error);

/* Returns how many letters are to be changed, dropped or added between two
 * short words; 100 for long ones. */
int layout_distance(const char *a, const char *b);

/* The ordered subscript, from 0, that takes the part of i, j or k. */
int layout_axis(const struct scop_layout *layout, int a);

/* Elements of a tile. */
int64_t layout_cells(const struct scop_layout *layout);

/* Is it found in a table where a tile begins, and how its elements follow each
 * other? */
bool layout_has_tile_table(const struct scop_layout *layout);
bool layout_has_pattern_table(const struct scop_layout *layout);

#endif
