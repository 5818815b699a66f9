/*
 * A tridiagonal system (<hedra_tridiag.h>) that is spread over the ranks of an
 * MPI communicator; installed as <hedra_tridiag_mpi.h>, in the library
 * hedra_mpi.
 *
 * Each rank owns consecutive lines for good, rank 0 the first ones; any number
 * from 1, not the same on all ranks. A rank's last line is a joint line, the
 * others are its block (sec. 5 of the paper). Of them six values travel, for
 * each right-hand side: b, a and d of its own joint line after stages RD and
 * JD, which are on their way while the rank does RU; and what JU then adds to
 * c, a and d of the joint line above; and with either a, how large what it is
 * made of was. All ranks get these, by a gathering that
 * does not block, and solve the joint lines' system (RS), so that no values
 * come back. (c of the joint line above comes once, during RD.) With kept
 * factors two values travel, of d; and of several right-hand sides one is
 * reduced while the values of the one before travel.
 *
 * All functions but hedra_tridiag_mpi_lines are collective: every rank of the
 * communicator calls them, with an object. Statuses are those of
 * <hedra_tridiag.h>, and the same on all ranks, as is `why`; rows count from
 * the first line of rank 0. A rank's block is shared by HEDRA_THREADS threads:
 * set it where several ranks share a machine.
 */
#ifndef HEDRA_TRIDIAG_MPI_H
#define HEDRA_TRIDIAG_MPI_H

#include <mpi.h>

#include <hedra_tridiag.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hedra_tridiag_mpi;

/* Makes an object in *made, which hedra_tridiag_mpi_destroy frees, or NULL
 * there; duplicates the communicator. problem->n are the lines of this rank,
 * rhs and ld as for a system of these lines; levels, blocks, joint and delta
 * part the lines but the last. There is one system and no device. Where
 * `pivoting` has rows exchanged, rank 0 does it for all, and needs memory for
 * the whole system. type, rhs, pivoting, pivot_limit and residual_limit are the
 * same on all ranks, HEDRA_ERROR_ARGUMENT if they are not or if a rank has no
 * lines; HEDRA_ERROR_TOO_LARGE if all lines are more than 2^53. */
HEDRA_TRIDIAG_API enum hedra_status hedra_tridiag_mpi_create(
    MPI_Comm comm, const struct hedra_tridiag_problem *problem,
    struct hedra_tridiag_mpi **made, struct hedra_error *why);

/* Frees the object; NULL is allowed. Collective. */
HEDRA_TRIDIAG_API void hedra_tridiag_mpi_destroy(struct hedra_tridiag_mpi *t);

/* Tells where this rank's lines lie: they are *begin to *begin + n - 1 of
 * *total. No pointer may be NULL. */
HEDRA_TRIDIAG_API void
hedra_tridiag_mpi_lines(const struct hedra_tridiag_mpi *t, int64_t *begin,
                        int64_t *total);

/* Solves as hedra_tridiag_solve does, with this rank's n elements of b, a and
 * c, and of d and x for each right-hand side; x may be d. Of rank 0 the first
 * b, of the last rank the last c is not read. Forgets what _factor kept.
 * Statuses are those of hedra_tridiag_solve without a device; x is undefined
 * then. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tridiag_mpi_solve(struct hedra_tridiag_mpi *t, const void *b,
                        const void *a, const void *c, const void *d, void *x,
                        struct hedra_error *why);

/* Factors as hedra_tridiag_factor does: each rank keeps the factors of its
 * lines, n elements of b, a and c. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tridiag_mpi_factor(struct hedra_tridiag_mpi *t, const void *b,
                         const void *a, const void *c, struct hedra_error *why);

/* Solves as hedra_tridiag_apply does, with this rank's lines of d and x and the
 * factors that hedra_tridiag_mpi_factor keeps; HEDRA_ERROR_ARGUMENT if there
 * are none. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tridiag_mpi_apply(struct hedra_tridiag_mpi *t, const void *d, void *x,
                        struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
