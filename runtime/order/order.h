/*
 * Orderings of the cells of boxes (hedra_order.h), how local they are
 * (hedra_order_metric.h), and parts of what lies in them
 * (hedra_order_surface.h); the door of this folder.
 *
 *   create         checks of the options, making and freeing
 *   order          public functions on one cell
 *   curve          state tables of curves, derived from their rules
 *   rule           walks a rule of a curve as a turtle does
 *   box            curves in boxes that are no cube of 2^m, by clipped volumes
 *   brick          the class of curves: cubes, boxes, boxes cut into cubes
 *   linear, hybrid, table   the other classes of orderings
 *   code           dilated integers: single codes
 *   batch          many codes; _pdep, _avx2, _avx512: by such instructions
 *   neighbour      one step along an axis, without the cell where possible
 *   walk           all cells in the order of their indices, in runs
 *   permute        arrays into an ordering and back; rank: tables of all cells
 *   stencil        which cells are read around a centre
 *   sweep          a stencil over all cells: tables of where they lie
 *   offsets        how far neighbours lie apart in memory
 *   trace          the blocks that a sweep reads, Alg. 1
 *   lru            misses of caches of all sizes, by stack distances
 *   cache          caches by sets, of several levels
 *   surface        parts of ordered arrays as runs
 *
 * Other folders use the public headers.
 */
#ifndef HEDRA_RUNTIME_ORDER_ORDER_H
#define HEDRA_RUNTIME_ORDER_ORDER_H

#include "runtime/include/hedra_order.h"

#endif
