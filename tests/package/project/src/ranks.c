/* Every header of libhedra_mpi, on as many ranks as there are: a grid of four
 * points for each, and the first rank's part of a lattice. */
#include <stdio.h>

#include <hedra_eri_mpi.h>
#include <hedra_tdse_mpi.h>
#include <hedra_tridiag_mpi.h>
#include <hedra_tsa_mpi.h>

int main(int argc, char **argv)
{
    const struct hedra_tdse_options options = {.n = 4, .dx = 1, .dt = 1};
    struct hedra_tsa_part part;
    struct hedra_tdse_mpi *t;
    int64_t begin, total;

    MPI_Init(&argc, &argv);
    if (hedra_tdse_mpi_create(MPI_COMM_WORLD, &options, &t, NULL) ||
        hedra_tsa_mpi_part(MPI_COMM_WORLD, 12, 24, &part, NULL))
        return 1;
    hedra_tdse_mpi_points(t, &begin, &total);
    if (begin == 0)
        printf("%d of %d points, %d of 24 rows\n", (int)options.n, (int)total,
               (int)part.height);
    hedra_tdse_mpi_destroy(t);
    MPI_Finalize();
    return 0;
}
