/*
 * Boxes of cells that ranks of MPI share, in hedra_mpi; the door of this
 * folder.
 *
 *   grid      how many ranks stand along each axis
 *   ranks     arrays with halos (hedra_order_mpi.h)
 */
#ifndef HEDRA_RUNTIME_ORDER_RANKS_RANKS_H
#define HEDRA_RUNTIME_ORDER_RANKS_RANKS_H

#include "runtime/include/hedra_error.h"

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* The status that all ranks return: the worst of theirs. One that has none of
 * its own says in *why that another rank fails. Collective. */
enum hedra_status order_ranks_agree(MPI_Comm comm, enum hedra_status status,
                                    struct hedra_error *why);

/* Puts in parts[0..2] the grid of so many ranks whose bricks' faces are the
 * smallest in all, by the number of cells; of equals the one that divides the
 * first axis most, whose bricks lie together in row order. Along an axis that
 * is divided a brick has at least `least` cells. False if there is none. */
bool order_ranks_grid(const int64_t cells[3], int64_t least, int ranks,
                      int parts[3]);

/* The same for the largest number of ranks that has a grid, up to `ranks`,
 * which is returned. */
int order_ranks_most(const int64_t cells[3], int64_t least, int ranks,
                     int parts[3]);

/* Where a rank stands in the grid; the last axis is the fastest. */
void order_ranks_place(const int parts[3], int rank, int place[3]);

/* The rank that stands there, or -1 beyond an end that is not periodic. */
int order_ranks_at(const int parts[3], const bool periodic[3],
                   const int place[3]);

/* The cells of a brick along an axis: the first, and how many. */
void order_ranks_share(int64_t cells, int parts, int place, int64_t *first,
                       int64_t *size);

#endif
