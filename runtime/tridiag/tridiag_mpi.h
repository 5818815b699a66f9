/* What tdse/mpi.c asks of mpi.c beyond its public header. */
#ifndef HEDRA_RUNTIME_TRIDIAG_TRIDIAG_MPI_H
#define HEDRA_RUNTIME_TRIDIAG_TRIDIAG_MPI_H

#include "runtime/include/hedra_tridiag_mpi.h"

/* From now on 2 x - d takes the place of x; on all ranks alike. */
void tridiag_mpi_reflect(struct hedra_tridiag_mpi *t);

/* *why of the first rank that has an error, on all ranks; collective. */
enum hedra_status tridiag_mpi_agree(MPI_Comm comm, struct hedra_error *why);

#endif
