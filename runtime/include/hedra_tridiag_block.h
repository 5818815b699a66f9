/*
 * A block of a tridiagonal system whose other lines are elsewhere: in other
 * processes (<hedra_tridiag_mpi.h>), on another device, on a disk; installed as
 * <hedra_tridiag_block.h>.
 *
 * The block's lines are 0 ... n - 1. Above and below it are joint lines, with
 * the unknowns `left` and `right`, to which b_0 and c_{n-1} couple it:
 *     b_0 left + a_0 x_0 + c_0 x_1 = d_0,
 *     b_{n-1} x_{n-2} + a_{n-1} x_{n-1} + c_{n-1} right = d_{n-1}.
 * A block beside an end of the whole system has 0 for b_0 or c_{n-1}. What the
 * joint lines need to know of it are the two ends, three numbers each (Table 1
 * of the paper): x_{n-1} = last[0] - last[1] left - last[2] right     after RD,
 * for JD, x_0 = first[0] - first[1] left - first[2] right      after RU, for
 * JU. The caller puts them into the equations of the joint lines, solves these
 * (RS), and has the block solved between their values (SS):
 *
 *     hedra_tridiag_block_down(block, 0, &lines, last, &why);
 *     ... send what `last` makes of the joint line below ...
 *     hedra_tridiag_block_up(block, 0, first);
 *     ... send what `first` makes of the joint line above; receive ...
 *     hedra_tridiag_block_solve(block, 0, &left, &right);
 *
 * Inside, the block is parted like any system of <hedra_tridiag.h>. RD, JD, RU
 * and JU of these parts are one pass over memory, in `down`; what is left of RD
 * and RU are joint lines, so `up` is short.
 */
#ifndef HEDRA_TRIDIAG_BLOCK_H
#define HEDRA_TRIDIAG_BLOCK_H

#include <stdbool.h>

#include <hedra_tridiag.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How many right-hand sides may be under way at a time, each in its slot. */
enum { HEDRA_TRIDIAG_BLOCK_SLOTS = 2 };

/* Arrays of n elements. b, a and c are NULL where kept factors are used. */
struct hedra_tridiag_lines {
    const void *b, *a, *c, *d;
    void *x;                /* may be d */
    bool reflect;           /* 2 x - d takes the place of x */
    bool no_left, no_right; /* the system begins, ends with the block: b_0, or
                               c_{n-1}, is not read */
};

struct hedra_tridiag_block;

/* Functions that can fail return a status and fill *why, unless that is NULL; a
 * NULL pointer or a slot out of range is HEDRA_ERROR_ARGUMENT. `last` and
 * `first` are three elements of the problem's type each. _up and _solve check
 * nothing. */

/* Makes an object in *made, which hedra_tridiag_block_destroy frees, or NULL
 * there; fails as hedra_tridiag_create does. Of `problem`, `type`, `n`, the
 * partition and `pivot_limit` count; the rest must be zero,
 * HEDRA_ERROR_ARGUMENT otherwise, but for `pivoting`, which may be
 * HEDRA_TRIDIAG_NEVER: a block by itself has no rows to exchange with, so bad
 * pivots and elements that grow are HEDRA_ERROR_PIVOT either way. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tridiag_block_create(const struct hedra_tridiag_problem *problem,
                           struct hedra_tridiag_block **made,
                           struct hedra_error *why);

/* Frees the object; NULL is allowed. */
HEDRA_TRIDIAG_API void
hedra_tridiag_block_destroy(struct hedra_tridiag_block *block);

/* Keeps factors of b, a and c, and forgets what is under way in slots; d and x
 * are not read. last[1], last[2] and first[1], first[2] are those of any
 * right-hand side, last[0] and first[0] are 0. HEDRA_ERROR_NO_MEMORY,
 * HEDRA_ERROR_PIVOT and HEDRA_ERROR_NOT_FINITE as for a system; why->row counts
 * from the block's first line. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tridiag_block_factor(struct hedra_tridiag_block *block,
                           const struct hedra_tridiag_lines *lines, void *last,
                           void *first, struct hedra_error *why);

/* Does stage RD and fills `last`. The arrays of `lines` are read and written
 * until the slot's next `down`. With a matrix it forgets kept factors and what
 * is under way in the other slot; without one, and without kept factors, it is
 * HEDRA_ERROR_ARGUMENT. HEDRA_ERROR_PIVOT and HEDRA_ERROR_NOT_FINITE tell the
 * row, counted from the block's first line. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tridiag_block_down(struct hedra_tridiag_block *block, int slot,
                         const struct hedra_tridiag_lines *lines, void *last,
                         struct hedra_error *why);

/* Does stage RU of what `down`, without an error, began in the slot, and fills
 * `first`. */
HEDRA_TRIDIAG_API void hedra_tridiag_block_up(struct hedra_tridiag_block *block,
                                              int slot, void *first);

/* Does stage SS after `up`: writes x of the slot's lines, between the values of
 * the joint lines, one element each; NULL for a joint line that is not there.
 */
HEDRA_TRIDIAG_API void
hedra_tridiag_block_solve(struct hedra_tridiag_block *block, int slot,
                          const void *left, const void *right);

#ifdef __cplusplus
}
#endif

#endif
