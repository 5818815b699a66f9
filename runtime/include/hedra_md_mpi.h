/*
 * Molecular dynamics (<hedra_md.h>) of particles that are spread over the ranks
 * of an MPI communicator; installed as <hedra_md_mpi.h>, in the library
 * hedra_mpi.
 *
 * Each rank owns cells of the box, and the particles in them. At each build of
 * lists particles go to their ranks, and are counted: none is lost. At each
 * step the positions of those near others' cells travel, while forces of
 * particles away from them are computed.
 *
 * With HEDRA_MD_BRICKS ranks form the grid of bricks whose faces are the
 * smallest in all. Positions go in six messages, or more where bricks are
 * thinner than cutoff + skin.
 *
 * With HEDRA_MD_CURVE each rank owns a stretch of all cells of the box in the
 * order that the options give them, at first of as many cells as others', so
 * that there may be as many ranks as cells. Balance moves the ends of stretches
 * cell by cell, and so shares out boxes that borders of bricks, which go
 * through the whole box, cannot: droplets, say, and their vapour (M. S. Warren,
 * J. K. Salmon, Proc. Supercomputing '93, 12 (1993)). Along the Hilbert curve
 * stretches are compact, but have larger faces than bricks. Positions go in one
 * message to each rank that has a cell near by.
 *
 * With FULL lists every particle, and every number of hedra_md_mpi_measure but
 * `moved`, has the bits that one object of <hedra_md.h> gives, for any number
 * of ranks and threads and in any order of cells. With HALF lists half as many
 * positions travel, before forces are computed, and forces travel back; the
 * ranks and the order of cells change the last bits, the threads do not.
 *
 * All functions but _destroy of NULL and _counts are collective: every rank of
 * the communicator calls them, with the same options, which is not checked but
 * for the box, the cutoff and the kinds. Errors are the same on all ranks, but
 * for their texts: the rank that has the cause names it.
 *
 * A rank has, beside its particles, 24 bytes of each particle of the whole box,
 * for sums whose bits do not depend on the ranks, and 8 more if there are ids;
 * with HEDRA_MD_CURVE 12 of each cell of the box, too.
 */
#ifndef HEDRA_MD_MPI_H
#define HEDRA_MD_MPI_H

#include <mpi.h>

#include "hedra_md_observe.h"

#ifdef __cplusplus
extern "C" {
#endif

struct hedra_md_mpi;

/* Makes an object in *made, for hedra_md_mpi_destroy, or NULL there, as
 * hedra_md_create does; `own` says what each rank owns. Duplicates the
 * communicator. `particles` are each
 * rank's share of all, any and wherever they lie, also none; all ranks give
 * ids, or none does (those that give no particles need not). The caller's order
 * is that of the ranks, and in each that of its share. HEDRA_ERROR_VALUE:
 * options differ, or `own` does; HEDRA_ERROR_SIZE: cells cannot be shared out
 * among so many ranks in bricks, or are fewer than ranks; the text says how
 * many will do. */
HEDRA_MD_API enum hedra_status
hedra_md_mpi_create(MPI_Comm comm, enum hedra_md_own own,
                    const struct hedra_md_options *options,
                    const struct hedra_md_particles *particles,
                    struct hedra_md_mpi **made, struct hedra_error *why);

/* Frees the object; NULL is allowed. Collective. */
HEDRA_MD_API void hedra_md_mpi_destroy(struct hedra_md_mpi *md);

/* Does `steps` steps as hedra_md_step does. HEDRA_ERROR_VALUE: the particles of
 * all ranks, which each build of lists counts, are not as many as before. The
 * text of an error begins with the rank. */
HEDRA_MD_API enum hedra_status hedra_md_mpi_step(struct hedra_md_mpi *md,
                                                 int64_t steps,
                                                 struct hedra_error *why);

/* Measures the whole box as hedra_md_measure does, on every rank. */
HEDRA_MD_API enum hedra_status
hedra_md_mpi_measure(struct hedra_md_mpi *md, struct hedra_md_thermo *thermo,
                     struct hedra_error *why);

/* Sets a thermostat as hedra_md_set_thermostat does; kinetic energies are then
 * summed over all ranks in each step. */
HEDRA_MD_API enum hedra_status
hedra_md_mpi_set_thermostat(struct hedra_md_mpi *md,
                            const struct hedra_md_thermostat *thermostat,
                            struct hedra_error *why);

/* From now on, at each `every`-th build of lists, the borders between ranks
 * move so that each has about as much work, by the neighbours of its particles,
 * for boxes that are not full everywhere, or by the time that they take, for
 * ranks that are not equally fast either. Borders of bricks go through the
 * whole box, and bricks keep `reach` cells, or one where there are not so many;
 * stretches keep one cell. 0, as at first: they stay. With FULL lists no bit
 * depends on it; checkpoints do not have it. `balances` of hedra_md_mpi_counts
 * tells how often they moved. HEDRA_ERROR_ARGUMENT: every is below 0, `by` is
 * unknown, or ranks own bricks and the order of cells is EXACT, a TABLE, or a
 * HYBRID of HYBRIDs. */
HEDRA_MD_API enum hedra_status
hedra_md_mpi_set_balance(struct hedra_md_mpi *md, int64_t every,
                         enum hedra_md_balance by, struct hedra_error *why);

/* Remembers where particles are as hedra_md_mark does: 24 bytes of each
 * particle of the whole box, on each rank. */
HEDRA_MD_API enum hedra_status hedra_md_mpi_mark(struct hedra_md_mpi *md,
                                                 struct hedra_error *why);

/* Puts the mean square of the ways of all ranks' particles in *mean as
 * hedra_md_displacement does, on every rank. */
HEDRA_MD_API enum hedra_status
hedra_md_mpi_displacement(struct hedra_md_mpi *md, double *mean,
                          struct hedra_error *why);

/* Copies the state of all ranks to arrays of rank 0 as hedra_md_get does, in
 * the caller's order; `to` is read there alone. */
HEDRA_MD_API enum hedra_status hedra_md_mpi_get(struct hedra_md_mpi *md,
                                                struct hedra_md_particles *to,
                                                struct hedra_error *why);

/* Writes the file that hedra_md_save (<hedra_md_file.h>) writes, for all ranks:
 * rank 0 has all particles for as long as that takes, and `notes` are its own.
 * Any number of ranks, whatever they own, or one object, go on from it. */
HEDRA_MD_API enum hedra_status
hedra_md_mpi_save(struct hedra_md_mpi *md, const char *path, const void *notes,
                  size_t bytes, struct hedra_error *why);

/* Makes an object in *made, for hedra_md_mpi_destroy, or NULL there, from such
 * a file, with FULL lists with the same bits for any number of ranks, whatever
 * they own. Each rank reads the file, and has all particles for as long as that
 * takes. *notes, unless notes is NULL, gets the caller's bytes on each rank,
 * which frees them, and *bytes their number. Errors are those of
 * hedra_md_restart. */
HEDRA_MD_API enum hedra_status
hedra_md_mpi_restart(MPI_Comm comm, enum hedra_md_own own, const char *path,
                     const struct hedra_order_options *order,
                     struct hedra_md_mpi **made, void **notes, size_t *bytes,
                     struct hedra_error *why);

/* Returns this rank's numbers and times; not collective. */
HEDRA_MD_API struct hedra_md_counts
hedra_md_mpi_counts(const struct hedra_md_mpi *md);

#ifdef __cplusplus
}
#endif

#endif
