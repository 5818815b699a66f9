#include "tests/tsa/mpi_rig.h"

#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

int finish_ranks(int failures)
{
    int all;
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#ifdef __SANITIZE_ADDRESS__
    __lsan_do_leak_check();
#endif
    MPI_Finalize();
    return all != 0;
}

const char *path_of(const char *name)
{
    static char path[4096];
    const char *folder = getenv("TMPDIR");
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(path, sizeof path, "%s/hedra-ranks-%ld-%s",
             folder ? folder : "/tmp", (long)getpid(), name);
    return rank == 0 ? path : NULL;
}
