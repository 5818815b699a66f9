/*
 * A system that is spread over ranks, for mpi.c, which solves, and
 * mpi_object.c, which makes it.
 */
#ifndef HEDRA_RUNTIME_TRIDIAG_MPI_LOCAL_H
#define HEDRA_RUNTIME_TRIDIAG_MPI_LOCAL_H

#include "runtime/include/hedra_tridiag_block.h"
#include "runtime/tridiag/tridiag_mpi.h"

#include <complex.h>

/* Joint lines are few: double precision will do for all types. */
typedef double complex number;

enum { SLOTS = HEDRA_TRIDIAG_BLOCK_SLOTS, DOWN = 0, UP = 1, TAG = 1 };

/* A message: status and line of what went wrong, then values: of d, and unless
 * factors are kept of a and of b (from JD) or c (from JU), and of what a is
 * made of the sizes. */
enum { VALUE_D, VALUE_A, VALUE_SIDE, VALUE_SIZE, VALUES };
enum { HEAD = 2, LONGEST = HEAD + 2 * VALUES };

struct rank_trouble {
    enum hedra_status status;
    int64_t row; /* of the whole system */
    int rank;
    double residual;
};

/* A right-hand side that is under way. */
struct rank_slot {
    struct hedra_tridiag_lines lines;
    bool is_fresh; /* with a matrix of its own */
    bool is_good;  /* so far, on this rank */
    double own[2][LONGEST], *all[2];
    MPI_Request request[2];
    number *x; /* of all joint lines */
};

struct hedra_tridiag_mpi {
    MPI_Comm comm;
    int rank, ranks;
    struct hedra_tridiag_problem problem; /* nothing left at 0 */
    size_t size;
    int64_t begin, *end;               /* lines before each rank's next */
    struct hedra_tridiag_block *block; /* NULL: no lines but the joint line */
    bool reflect;
    number b, a, c, c_above; /* of the joint line; c of the one above */
    MPI_Request above[2];
    number *inv, *low, *up; /* factors of the joint lines' system */
    struct rank_slot slot[SLOTS];
    bool factored, exchanged; /* `exchanged`: by rank 0, from the matrix */
    void *matrix[3]; /* b, a, c for residuals of kept factors; or NULL */
};

#endif
