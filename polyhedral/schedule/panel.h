/*
 * Panels: several steps of a factorisation or a triangular solve at a time, in
 * a few launches on a GPU, in registers and the first cache on the host.
 * Private to polyhedral/.
 *
 * Loops such as those of LU and Cholesky run in order along k around what is
 * parallel, and launch kernels, or go over the matrix, for each step. What is
 * said of a matrix holds for a vector, a matrix of one column. Here steps come
 * in blocks of `steps`, and each instance belongs to the tile of steps x steps
 * elements that it writes into. Within a block dependences lead from tile to
 * tile; the tiles that depend on no other one are the first phase, those that
 * depend on these alone the second, and so on: of LU the tile on the diagonal,
 * the panels below and beside it, and the rest. Where there are few phases, the
 * schedule becomes
 *
 *     for each block of steps:
 *       phase 0, phase 1, …
 *
 * where the tiles of a phase that lie apart, as the panels do, are pieces of
 * their own; and in a piece, for statements that depend on each other,
 *
 *     elements   for x, for y, all parallel: for k
 *                if no dependence leads from one element to another: a product
 *                of matrices; without y if each row has one of them
 *     lines      for x (or y), parallel: for y (x): for k
 *                if none leads from one row (column) to another
 *     vector     for x, for k
 *                if it has one column: one thread
 *     steps      for k: statement by statement, for x, parallel: for y
 *                if the piece is a single tile: one block of threads
 * (map/single_block.c), on the host one thread
 *
 * Each element goes through the same operations in the same order.
 */
#ifndef HEDRA_POLYHEDRAL_SCHEDULE_PANEL_H
#define HEDRA_POLYHEDRAL_SCHEDULE_PANEL_H

#include "polyhedral/model/model.h"

struct panels {
    isl_schedule *schedule; /* instead of the one that they are of */
    /* The instances of groups, by the groups' kind. */
    isl_union_set *elements, *lines, *steps;
    int64_t size; /* steps of a block */
};

/* Returns the panels of the target's schedule; NULL: it has no such loop. */
struct panels *panel_find(const struct poly *poly, isl_schedule *schedule,
                          bool gpu);
void panel_free(struct panels *panels /* NULL: nothing */);
/* Returns the only access by which the statement writes; NULL: there is none.
 */
const struct poly_access *panel_write(const struct poly *poly, int stmt);
/* Is all that is below the node the steps of a single tile of the panels (NULL:
 * no)? */
bool panel_is_steps(const struct panels *panels, isl_schedule_node *node);
/* Are the kernel's instances such that the elements which they write are not
 * each other's? */
bool panel_is_elements(const struct map_kernel *kernel);
/* Returns the most steps of such a kernel, up to `depth` (which it returns for
 * others), that lie in one block of steps as a tile: what is beside the block
 * is written meanwhile. */
int64_t panel_depth(const struct map_kernel *kernel, int64_t depth);
/* In such a kernel: does the access read none of what one launch writes? */
bool panel_reads_apart(const struct poly *poly, const struct map_kernel *kernel,
                       int access);
/* Is it such a kernel, and does the access read none of what a launch writes?
 */
bool panel_reads_other(const struct poly *poly, const struct map_kernel *kernel,
                       int access);
/* Would panel_reads_other hold of a kernel in these panels (NULL: no) that has
 * all that is below the node? */
bool panel_reads_other_below(const struct poly *poly,
                             const struct panels *panels,
                             isl_schedule_node *node, int access);
/* Is the kernel one of lines, and does each of the statement's other reads of
 * the array that it writes read another element than it writes? */
bool panel_updates_one(const struct poly *poly, const struct map_kernel *kernel,
                       int stmt);

#endif
