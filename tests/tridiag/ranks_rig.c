#include "tests/tridiag/ranks_rig.h"

#include "tests/tsa/mpi_rig.h"

#include <mpi.h>

#include <stdio.h>
#include <string.h>

int rank, ranks;

static int failures;

void complain(const char *what, const char *text)
{
    printf("rank %d of %d: %s: %s\n", rank, ranks, what, text);
    failures++;
}

static int64_t weight(enum parting parting, int k)
{
    switch (parting) {
    case EQUAL:
        return 1;
    case RISING:
        return k + 1;
    case ONE_LONG:
        return k == ranks / 2 ? 1000 : 0;
    default:
        return k % 2 ? 7 : 0;
    }
}

int64_t border(enum parting parting, int64_t n, int k)
{
    int64_t before = 0, all = 0, spare = n - ranks;
    for (int i = 0; i < ranks; i++) {
        before += i < k ? weight(parting, i) : 0;
        all += weight(parting, i);
    }
    return k + (all ? spare * before / all : k == ranks ? spare : 0);
}

void want_ok(enum hedra_status status, const struct hedra_error *why,
             const char *what)
{
    if (status || why->status || why->text[0])
        complain(what, why->text);
}

void want(enum hedra_status status, const struct hedra_error *why,
          enum hedra_status wanted, int64_t row, const char *what)
{
    struct hedra_error first = *why;
    MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (status != wanted || why->status != wanted)
        complain(what, hedra_status_name(status));
    if (why->row != row)
        complain(what, "another row");
    if (!why->text[0])
        complain(what, "no text");
    if (strcmp(why->text, first.text) || why->row != first.row ||
        status != first.status)
        complain(what, "not the same on all ranks");
}

void ranks_begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

int ranks_end(void)
{
    return finish_ranks(failures);
}
