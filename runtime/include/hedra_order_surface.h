/*
 * Parts of arrays that lie in an ordering (hedra_order.h), to be packed into
 * one piece of memory and back: faces, edges and corners that are exchanged
 * with neighbours, or any other box.
 *
 * A surface never changes after it was made: any number of threads may use it
 * at once. Functions that can fail do as those of hedra_order.h, with the same
 * statuses. Nothing is printed.
 */
#ifndef HEDRA_ORDER_SURFACE_H
#define HEDRA_ORDER_SURFACE_H

#include "hedra_order.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The cells of a part as runs of indices that follow each other, ascending. */
struct hedra_surface;

/* Lists the cells lo <= c < hi in *out, which hedra_surface_destroy frees, or
 * NULL there. In two dimensions lo[2] and hi[2] are not read. HEDRA_ERROR_SIZE:
 * the part has no cells, or is not in the box. */
HEDRA_ORDER_API enum hedra_status
hedra_order_surface(const struct hedra_order *order, const int64_t lo[3],
                    const int64_t hi[3], struct hedra_surface **out,
                    struct hedra_error *why);

/* Frees it; NULL is allowed. */
HEDRA_ORDER_API void hedra_surface_destroy(struct hedra_surface *surface);

/* Puts in lo and hi which cells are up to `depth` from the sides of the box:
 * side[a] is -1 for the lower face along axis a, 1 for the upper one, 0 for
 * all. So {1, 0, 0} is a face, {1, -1, 0} an edge and {1, 1, 1} a corner.
 * HEDRA_ERROR_SIZE: depth is below 1 or above a side that it applies to. */
HEDRA_ORDER_API enum hedra_status
hedra_order_border(const struct hedra_order *order, const int side[3],
                   int64_t depth, int64_t lo[3], int64_t hi[3],
                   struct hedra_error *why);

/* Returns how many cells it has. */
HEDRA_ORDER_API uint64_t
hedra_surface_cells(const struct hedra_surface *surface);

/* Returns how many runs it has, and where they begin and how long they are in
 * *start and *length, each unless it is NULL; the arrays are the object's.
 * Their mean length is a measure of the ordering. */
HEDRA_ORDER_API uint64_t hedra_surface_runs(const struct hedra_surface *surface,
                                            const uint64_t **start,
                                            const uint64_t **length);

/* Copies the part of an ordered array, of elements of `bytes` bytes, to a
 * buffer of as many elements as there are cells, in the order of their indices.
 * Both ends of an exchange must therefore list the same cells in the same
 * ordering. */
HEDRA_ORDER_API enum hedra_status
hedra_surface_pack(const struct hedra_surface *surface, size_t bytes,
                   const void *array, void *buffer, struct hedra_error *why);

/* Copies them back. */
HEDRA_ORDER_API enum hedra_status
hedra_surface_unpack(const struct hedra_surface *surface, size_t bytes,
                     const void *buffer, void *array, struct hedra_error *why);

/* Adds the buffer's numbers, `each` of them for a cell (of a vector, say), to
 * the array's. */
HEDRA_ORDER_API enum hedra_status
hedra_surface_add(const struct hedra_surface *surface, int64_t each,
                  const double *buffer, double *array, struct hedra_error *why);

/* The same of float. */
HEDRA_ORDER_API enum hedra_status
hedra_surface_add_float(const struct hedra_surface *surface, int64_t each,
                        const float *buffer, float *array,
                        struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
