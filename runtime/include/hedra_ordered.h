/*
 * Arrays that lie in another order while a block runs its regions: what the
 * clause layout becomes.
 *
 * Between hedra_ordered_open and hedra_ordered_close the elements lie in memory
 * of the library, in the order that a struct hedra_ordered says, wherever
 * regions have used them; the program's own memory keeps C's order, and is
 * current again behind hedra_ordered_home and hedra_ordered_close. Elements are
 * converted when a region first needs them, unless it writes all of them, and
 * back if a region has written any. HEDRA_STATS counts that. A part of hedra.h.
 */
#ifndef HEDRA_ORDERED_H
#define HEDRA_ORDERED_H

#ifndef HEDRA_H
#error "hedra_ordered.h is a part of hedra.h, which is to be included"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* An order, static storage of the compiled program. The box of elements along
 * the last 2 or 3 subscripts, `dims`, is cut into tiles, of which those at its
 * ends are padded; `outer` numbers the tiles, `inner` the elements of each.
 * Boxes of subscripts before these follow each other. */
struct hedra_ordered {
    const char *name, *text, *file; /* of the array, the layout, the source */
    int line, dims;
    int outer, inner; /* enum hedra_order_kind */
    int curve;        /* one curve goes through all tiles and their elements */
    int64_t tile[3];  /* sides, of the axes as `axis` has them */
    int axis[3];      /* which of these takes the part of i, j, k */
};

/* Rows of a region that have such an order: row `row` is an array, with its
 * tables in row `table`, or -1; or it is as long as row `of`, if that is not
 * -1. */
struct hedra_ordered_row {
    int row, table, of;
};

/* Begins the order of an array of `bytes` bytes an element: `rows` along its
 * first subscript, `boxes` boxes, each with so many elements along each of its
 * subscripts. The process ends with a message and exit(70) if the array, or a
 * part of it, has another order already, or its size is too large. */
HEDRA_API void hedra_ordered_open(const struct hedra_ordered *how, void *base,
                                  size_t bytes, int64_t rows, int64_t boxes,
                                  int64_t size0, int64_t size1, int64_t size2);

/* Brings the elements home, into the program's own memory. */
HEDRA_API void hedra_ordered_home(void *base);

/* The same, and ends the order. */
HEDRA_API void hedra_ordered_close(void *base);

/* Returns how many elements the array has along its first subscript. */
HEDRA_API int64_t hedra_ordered_rows_of(const void *base);

/* Gives rows of arrays the place and extent that they have in their order.
 * Returns 1 where there is no memory for that: the plain nest is to run (1
 * implies hedra_plain). */
HEDRA_API int hedra_ordered_rows(struct hedra_module *module,
                                 struct hedra_array *array,
                                 const struct hedra_ordered_row *row,
                                 int count);

#ifdef __cplusplus
}
#endif

#endif
