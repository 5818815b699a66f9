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

/* Makes the matrices of hedra_eri_jk, n x n each. Collective: all ranks call it
 * with equal objects, thresholds and densities, and get the same bits; *counts,
 * unless NULL, are those of all ranks. j or k may be NULL, on all ranks. If a
 * rank fails, as hedra_eri_jk does, all return a status other than HEDRA_OK,
 * each its own or, where it has none, the greatest of the others' and the text
 * "another rank has failed"; j and k are undefined then. */
HEDRA_ERI_API enum hedra_status
hedra_eri_mpi_jk(MPI_Comm comm, const struct hedra_eri *eri, double threshold,
                 const double *density, double *j, double *k,
                 struct hedra_eri_counts *counts, struct hedra_error *why);

#ifdef __cplusplus
}
#endif

#endif
