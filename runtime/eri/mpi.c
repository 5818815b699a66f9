/*
 * Coulomb and exchange matrices by the ranks of a communicator: each rank does
 * its part of the quartets, and the matrices are summed.
 */
#include "runtime/base/base.h"
#include "runtime/host/host.h"
#include "runtime/include/hedra_eri_mpi.h"

/* Sums a matrix over all ranks. The first one's sum goes to all others: what
 * each adds up for itself need not be the same bits. */
static void sum(MPI_Comm comm, int rank, size_t count, double *matrix)
{
    const size_t most = (size_t)1 << 24;

    for (size_t at = 0; matrix && at < count; at += most) {
        int piece = (int)(count - at < most ? count - at : most);

        MPI_Reduce(rank ? matrix + at : MPI_IN_PLACE, matrix + at, piece,
                   MPI_DOUBLE, MPI_SUM, 0, comm);
        MPI_Bcast(matrix + at, piece, MPI_DOUBLE, 0, comm);
    }
}

static void sum_counts(MPI_Comm comm, const struct hedra_eri_counts *own,
                       struct hedra_eri_counts *counts)
{
    int64_t value[5] = {own->quartets, own->integrals, own->skipped,
                        own->primitives, own->primitives_skipped};

    MPI_Allreduce(MPI_IN_PLACE, value, 5, MPI_INT64_T, MPI_SUM, comm);
    if (counts)
        *counts = (struct hedra_eri_counts){value[0], value[1], value[2],
                                            value[3], value[4]};
}

enum hedra_status hedra_eri_mpi_jk(MPI_Comm comm, const struct hedra_eri *eri,
                                   double threshold, const double *density,
                                   double *j, double *k,
                                   struct hedra_eri_counts *counts,
                                   struct hedra_error *why)
{
    CANCEL_OFF;
    size_t n = (size_t)hedra_eri_functions(eri);
    struct hedra_eri_counts own;
    int rank, ranks, failed, any;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &ranks);
    failed = (int)hedra_eri_jk_part(eri, threshold, rank, ranks, density, j, k,
                                    &own, why);
    MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, comm);
    if (any)
        return failed ? (enum hedra_status)failed
                      : error_set(why, (enum hedra_status)any,
                                  "another rank has failed");
    sum(comm, rank, n * n, j);
    sum(comm, rank, n * n, k);
    sum_counts(comm, &own, counts);
    return error_none(why);
}
