/*
 * Long messages of MPI in pieces that an int can count (mpi_bytes.h).
 */
#include "runtime/base/mpi_bytes.h"

#include <limits.h>

/* The next piece of what is left. */
static int piece_of(size_t bytes)
{
    return bytes < INT_MAX ? (int)bytes : INT_MAX;
}

void mpi_bytes_share(MPI_Comm comm, void *data, size_t bytes)
{
    for (char *at = data; bytes > 0;) {
        const int piece = piece_of(bytes);
        MPI_Bcast(at, piece, MPI_BYTE, 0, comm);
        at += piece;
        bytes -= (size_t)piece;
    }
}

void mpi_bytes_send(MPI_Comm comm, const void *data, size_t bytes, int rank,
                    int tag)
{
    for (const char *at = data; bytes > 0;) {
        const int piece = piece_of(bytes);
        MPI_Send(at, piece, MPI_BYTE, rank, tag, comm);
        at += piece;
        bytes -= (size_t)piece;
    }
}

void mpi_bytes_receive(MPI_Comm comm, void *data, size_t bytes, int rank,
                       int tag)
{
    for (char *at = data; bytes > 0;) {
        const int piece = piece_of(bytes);
        MPI_Recv(at, piece, MPI_BYTE, rank, tag, comm, MPI_STATUS_IGNORE);
        at += piece;
        bytes -= (size_t)piece;
    }
}
