#include "tests/tsa/finish.h"

#include <mpi.h>

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
