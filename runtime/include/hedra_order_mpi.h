/*
 * Arrays whose box of cells is spread over the ranks of an MPI communicator,
 * each of which keeps its part in an ordering (<hedra_order.h>), with a halo of
 * its neighbours' cells; installed as <hedra_order_mpi.h>, in the library
 * hedra_mpi.
 *
 * Ranks form the grid of bricks whose faces are the smallest in all. A rank's
 * array has its own cells and, on both sides along each axis, `depth` more: its
 * cell (i, j, k) is the box's (first[0] + i - depth, ...), and the ordering
 * numbers all of them. In two dimensions there is no halo along k. What an
 * exchange fills are the cells of the halo that other ranks own, or this one
 * itself at the other end of a periodic axis; beyond ends that are not periodic
 * the halo is the caller's.
 *
 *     hedra_order_mpi_begin(spread, array, &why);
 *     ... computes cells whose neighbours are all its own ...
 *     hedra_order_mpi_end(spread, array, &why);
 *     ... computes the others ...
 *
 * All functions but _order and _part are collective: every rank of the
 * communicator calls them, with the same options, which is not checked. Errors
 * of _create are the same on all ranks, but for their texts: the rank that has
 * the cause names it.
 */
#ifndef HEDRA_ORDER_MPI_H
#define HEDRA_ORDER_MPI_H

#include <mpi.h>

#include "hedra_order.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hedra_order_mpi_options {
    /* Of each rank's cells and halo; its size is that of the whole box. TABLE
     * is HEDRA_ERROR_ARGUMENT; for an EXACT fit a rank's cells and halo are to
     * be a cube of 2^m. */
    struct hedra_order_options order;
    bool periodic[3];
    int64_t depth; /* of the halo, 1 or more */
    size_t bytes;  /* of an element, 1 or more */
};

struct hedra_order_mpi;

/* Makes an object in *made, for hedra_order_mpi_destroy, or NULL there;
 * duplicates the communicator. HEDRA_ERROR_SIZE: there are more ranks than
 * bricks, each of at least `depth` cells along an axis that is divided or
 * periodic; the text says how many ranks will do. Others are those of
 * hedra_order_create. */
HEDRA_ORDER_API enum hedra_status
hedra_order_mpi_create(MPI_Comm comm,
                       const struct hedra_order_mpi_options *options,
                       struct hedra_order_mpi **made, struct hedra_error *why);

/* Frees the object; NULL is allowed. No exchange is under way. */
HEDRA_ORDER_API void hedra_order_mpi_destroy(struct hedra_order_mpi *spread);

/* Returns the ordering of this rank's array, which is the object's. */
HEDRA_ORDER_API const struct hedra_order *
hedra_order_mpi_order(const struct hedra_order_mpi *spread);

/* Puts in first and size which cells of the box are this rank's own. */
HEDRA_ORDER_API void hedra_order_mpi_part(const struct hedra_order_mpi *spread,
                                          int64_t first[3], int64_t size[3]);

/* Begins an exchange: own cells near the brick's sides are copied and travel to
 * up to 26 neighbours. The array may be any of hedra_order_span elements; until
 * the exchange ends own cells may be read and written, and the halo may not.
 * HEDRA_ERROR_ARGUMENT: a pointer is NULL, or an exchange is under way. */
HEDRA_ORDER_API enum hedra_status
hedra_order_mpi_begin(struct hedra_order_mpi *spread, const void *array,
                      struct hedra_error *why);

/* Waits until neighbours' cells are there, and copies them to the halo.
 * HEDRA_ERROR_ARGUMENT: a pointer is NULL, or no exchange is under way. */
HEDRA_ORDER_API enum hedra_status
hedra_order_mpi_end(struct hedra_order_mpi *spread, void *array,
                    struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
