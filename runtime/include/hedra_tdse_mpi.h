/*
 * The one-dimensional Schroedinger equation of <hedra_tdse.h> on a grid that is
 * spread over the ranks of an MPI communicator; installed as
 * <hedra_tdse_mpi.h>, in the library hedra_mpi.
 *
 * Each rank owns consecutive points for good, rank 0 the first ones; any number
 * from 1, not the same on all ranks, 3 or more in all. A step's system is
 * solved by <hedra_tridiag_mpi.h>, so that for each step a few values travel.
 * psi is that of one rank but for rounding: in the tests within 1e-12 of the
 * largest |psi| after 200 steps.
 *
 * All functions but _destroy of NULL, _points and _get are collective: every
 * rank of the communicator calls them, with an object. Statuses are those of
 * <hedra_tridiag.h>, and the same on all ranks, as is `why`.
 */
#ifndef HEDRA_TDSE_MPI_H
#define HEDRA_TDSE_MPI_H

#include <mpi.h>

#include <hedra_tdse.h>

#ifdef __cplusplus
extern "C" {
#endif

struct hedra_tdse_mpi;

/* Makes an object in *made, which hedra_tdse_mpi_destroy frees, or NULL there;
 * duplicates the communicator. options->n are the points of this rank;
 * potential and absorber are arrays of these, as is what `moving` fills. x0 is
 * the first point of rank 0; x0, dx, dt and the gauge are the same on all ranks
 * (HEDRA_ERROR_ARGUMENT if not), and whether there is a `moving`; `field`
 * returns the same to all of them. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_mpi_create(MPI_Comm comm, const struct hedra_tdse_options *options,
                      struct hedra_tdse_mpi **made, struct hedra_error *why);

/* Frees the object; NULL is allowed. Collective. */
HEDRA_TRIDIAG_API void hedra_tdse_mpi_destroy(struct hedra_tdse_mpi *t);

/* Tells where this rank's points lie: they are *begin to *begin + n - 1 of
 * *total. No pointer may be NULL. */
HEDRA_TRIDIAG_API void hedra_tdse_mpi_points(const struct hedra_tdse_mpi *t,
                                             int64_t *begin, int64_t *total);

/* Sets psi and the time as hedra_tdse_set does: `psi` is this rank's n pairs,
 * the time is the same on all ranks. */
HEDRA_TRIDIAG_API enum hedra_status hedra_tdse_mpi_set(struct hedra_tdse_mpi *t,
                                                       const void *psi,
                                                       double time,
                                                       struct hedra_error *why);

/* Copies psi, this rank's n pairs, and the time to the caller as hedra_tdse_get
 * does; not collective. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_mpi_get(const struct hedra_tdse_mpi *t, void *psi, double *time);

/* Sets another V as hedra_tdse_set_potential does: this rank's n values. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_mpi_set_potential(struct hedra_tdse_mpi *t, const double *potential,
                             struct hedra_error *why);

/* Makes steps as hedra_tdse_step does: all ranks ask for the same number. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_mpi_step(struct hedra_tdse_mpi *t, int64_t steps,
                    struct hedra_error *why);

/* Returns, on every rank, the means of hedra_tdse_measure of the whole grid.
 * MPI adds the ranks' sums, so that every rank gets the same bits. */
HEDRA_TRIDIAG_API struct hedra_tdse_means
hedra_tdse_mpi_measure(const struct hedra_tdse_mpi *t);

/* Puts the overlap of hedra_tdse_overlap over the whole grid in overlap[2] on
 * every rank; `other` is this rank's n pairs. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_mpi_overlap(const struct hedra_tdse_mpi *t, const void *other,
                       double overlap[2], struct hedra_error *why);

/* Sets psi to the ground state as hedra_tdse_ground does; all ranks give the
 * same tolerance and get the same *energy. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_mpi_ground(struct hedra_tdse_mpi *t, double tolerance,
                      double *energy, struct hedra_error *why);

/* Writes the file that hedra_tdse_save writes of the whole grid, and fails as
 * it does; either library's function of restarting reads it. Rank 0 writes it,
 * for which it needs memory for psi and V, W of all points once more; path,
 * notes and bytes count there alone. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_mpi_save(const struct hedra_tdse_mpi *t, const char *path,
                    const void *notes, size_t bytes, struct hedra_error *why);

/* Makes an object in *made, or NULL there, from a file of hedra_tdse_save or of
 * any number of ranks, which rank 0 reads (path counts there alone), and fails
 * as hedra_tdse_restart does. options->n, 1 or more, says how many of the
 * points this rank takes, all of them together as many as the file has
 * (HEDRA_ERROR_ARGUMENT otherwise), and the functions are those of this rank's
 * points. With the points parted as they were it goes on with the same bits.
 * The notes come to all ranks, each to free its own. */
HEDRA_TRIDIAG_API enum hedra_status
hedra_tdse_mpi_restart(MPI_Comm comm, const char *path,
                       const struct hedra_tdse_options *options,
                       struct hedra_tdse_mpi **made, void **notes,
                       size_t *bytes, struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
