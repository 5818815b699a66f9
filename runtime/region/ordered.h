/*
 * Arrays that lie in another order in a block (hedra_ordered.h): what
 * ordered.c, which knows who has which, and ordered_move.c, which makes tables
 * and moves elements, share; the compiler counts with the same tables.
 */
#ifndef HEDRA_RUNTIME_REGION_ORDERED_H
#define HEDRA_RUNTIME_REGION_ORDERED_H

#include "runtime/base/base.h"
#include "runtime/include/hedra.h"

/* As the compiler has them (polyhedral/scop/layout.h): patterns of a table, and
 * the bits that name one. */
enum { ORDERED_PATTERNS = 16, ORDERED_PATTERN_BITS = 4 };

/* The order of a box, and of as many more behind it as leading subscripts tell
 * apart. All triples are of the axes as `axis` has them. */
struct ordered_box {
    const struct hedra_ordered *how;
    int64_t size[3];
    int64_t stride[3]; /* of the program's array, in elements */
    int64_t tiles[3];
    int64_t cells; /* of a tile */
    int64_t boxes;
    int64_t span; /* elements of an ordered box, gaps included */
    size_t bytes; /* of an element */
    int64_t table_count;
    int32_t *table; /* as the kernels look it up; NULL: there is none */
    int32_t *place; /* within the tile, of each of its elements in row-major
                       order: so many patterns, one after another */
    int64_t *from;  /* the inverse, for each pattern: how far each place's
                       element is, in the program's array, from the tile's
                       first. NULL: tiles are rows, or large */
};

/* Fills the box; false, with a report, if it is too large, or there is no
 * memory. */
bool ordered_make(struct ordered_box *box, const struct hedra_ordered *how,
                  size_t bytes, int64_t boxes, const int64_t size[3],
                  struct report *why);
void ordered_free(struct ordered_box *box);

/* Does its table have patterns, and numbers of tiles? The number of cell x in a
 * box, by rows or columns. */
bool ordered_has_patterns(const struct ordered_box *box);
bool ordered_has_numbers(const struct ordered_box *box);
int64_t ordered_linear(const int64_t x[3], const int64_t size[3], int dims,
                       bool reversed);

/* Returns where the part of the ordered box begins that tile t has, and puts
 * the places of its elements there, in row-major order, in *place. */
int64_t ordered_tile(const struct ordered_box *box, const int64_t t[3],
                     const int32_t **place);

/* Moves all elements from C's order into this one, or back, on all cores. */
void ordered_move(const struct ordered_box *box, void *ordered, void *plain,
                  bool back);

/* Brings home what the thread has in another order: its own code, a plain nest,
 * comes next, which may reach the arrays by other names. */
void ordered_home_all(void);

/* Has any array another order now, away or not? */
bool ordered_has_any(void);

/* Ends the process if one of the rows overlaps the program's own memory of an
 * array that has another order now; called as a region begins. */
void ordered_check(const struct hedra_module *module,
                   const struct hedra_array *array, int count);

#endif
