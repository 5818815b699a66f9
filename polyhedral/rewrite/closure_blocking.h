/*
 * Steps of a closure, several at a time. Private to polyhedral/.
 *
 *   for (k…) for (i…) for (j…) a[i][j] = f(a[i][j], a[i][k], a[k][j]);
 *
 * with the same iterations in all three loops, as shortest paths and transitive
 * closures have, goes over the whole array in each step k. Step k depends on
 * the others by row k and column k alone. In a new scop the steps come in
 * blocks of CLOSURE_STEPS, and what row and column k are in step k is kept,
 * each twice: S at (k, i, j) finds column k as it was before the step where j
 * <= k and as it is after it where j > k, and likewise row k by i. With these
 * versions all that is neither in the block's rows nor in its columns takes all
 * of the block's steps at once:
 *
 *   for each block of steps K:
 *     the versions of rows K in the tile where both i and j are in K
 *     columns K, for all i; then rows K, for all j
 *     the four rectangles between them: for i, for j, for k in K
 *
 * Each element goes through the operations that it did, in the same order, on
 * the same values: results are the same bit for bit, whatever f is.
 *
 * A team (team.c) has a tile of CLOSURE_STEPS x CLOSURE_STEPS elements in its
 * arrays: the one on the diagonal; or of columns K as many rows, of which a
 * lane has one that needs nothing of others but the versions of rows K from the
 * diagonal; or of rows K as many columns. Tiles are moved along rows of memory:
 * a warp's requests are whole. The rectangles are in such tiles on a GPU, too
 * (tile/unroll_jam.c), which the ends of blocks do not cut.
 */
#ifndef HEDRA_POLYHEDRAL_REWRITE_CLOSURE_BLOCKING_H
#define HEDRA_POLYHEDRAL_REWRITE_CLOSURE_BLOCKING_H

#include "polyhedral/scop/scop.h"

enum { CLOSURE_STEPS = 32 };

/* The new scop, in the old one's arena, if the outermost loops of some nest are
 * such steps, not known to be few; else NULL. Remarks are appended. */
struct scop *closure_scop(const struct scop *scop, struct faults *faults);

#endif
