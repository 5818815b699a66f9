/*
 * Coulomb and exchange matrices (<hedra_eri.h>) by the ranks of an MPI
 * communicator; installed as <hedra_eri_mpi.h>, in the library hedra_mpi.
 *
 * Every rank holds the whole molecule and evaluates a share of its quartets, on
 * the device that its HEDRA_DEVICE names; the matrices are summed over ranks.
 */
#ifndef HEDRA_ERI_MPI_H
#define HEDRA_ERI_MPI_H

#include <mpi.h>

#include <hedra_eri.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As hedra_eri_jk. Collective: all ranks call it with equal objects, thresholds
 * and densities, and get the same bits; `counts` are those of all ranks. j or k
 * may be NULL, on all ranks. Fails on all
 * ranks if one does, with that rank's status, and leaves j and k undefined; the
 * text of a rank says whether it was that one. */
HEDRA_ERI_API enum hedra_status
hedra_eri_mpi_jk(MPI_Comm comm, const struct hedra_eri *eri, double threshold,
                 const double *density, double *j, double *k,
                 struct hedra_eri_counts *counts, struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
