/*
 * Orderings of the cells of boxes (hedra_order.h); the door of this folder.
 *
 *   order          public functions on one cell, checks of the options
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
 *
 * Other folders use the public headers.
 */
#ifndef HEDRA_RUNTIME_ORDER_ORDER_H
#define HEDRA_RUNTIME_ORDER_ORDER_H

#include "runtime/include/hedra_order.h"

#endif
