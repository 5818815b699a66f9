/*
 * Messages of more bytes than MPI counts in an int, in pieces; for the files
 * of the library hedra_mpi.
 */
#ifndef HEDRA_RUNTIME_BASE_MPI_BYTES_H
#define HEDRA_RUNTIME_BASE_MPI_BYTES_H

#include <mpi.h>

#include <stddef.h>

/* From rank 0 to all. */
void mpi_bytes_share(MPI_Comm comm, void *data, size_t bytes);
void mpi_bytes_send(MPI_Comm comm, const void *data, size_t bytes, int rank,
                    int tag);
void mpi_bytes_receive(MPI_Comm comm, void *data, size_t bytes, int rank,
                       int tag);

#endif
