/* What the files tdse_mpi*.c share. */
#ifndef HEDRA_RUNTIME_TDSE_MPI_LOCAL_H
#define HEDRA_RUNTIME_TDSE_MPI_LOCAL_H

#include "runtime/include/hedra_tdse_mpi.h"
#include "runtime/tdse/grid.h"

struct hedra_tdse_mpi {
    MPI_Comm comm;
    int rank, ranks;
    int64_t total;
    struct tdse_grid grid;
    struct hedra_tridiag_mpi *solver;
};

/* Tells *own, which the ranks have agreed on. */
enum hedra_status tdse_mpi_tell(const struct hedra_error *own,
                                struct hedra_error *why);

#endif
