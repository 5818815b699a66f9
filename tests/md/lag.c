/*
 * A rank that lags behind holds its neighbour up no earlier than that needs
 * what it has not sent yet. Every message is synchronous here, as long ones
 * are: MPI is done with it only when its receiver asks for it. Rank 1 asks for
 * the positions of a step only when rank 0 has got its own, and MPI hears of
 * what it is to receive no earlier. With an argument ranks own stretches of the
 * order of cells.
 */
#include "runtime/include/hedra_md_mpi.h"
#include "tests/tsa/mpi_rig.h"

#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { STEPS = 8, PATIENCE = 20000 }; /* milliseconds */

static atomic_int *rank_0_has; /* in how many steps, for both to see */
static int rank, waits, failures;

/* Messages that MPI has not heard of. */
static struct {
    void *at;
    int count, from, tag;
    MPI_Datatype type;
    MPI_Comm comm;
    MPI_Request *request;
} receive[2];
static int receives;

int MPI_Isend(const void *at, int count, MPI_Datatype type, int to, int tag,
              MPI_Comm comm, MPI_Request *request)
{
    return MPI_Issend(at, count, type, to, tag, comm, request);
}

int MPI_Irecv(void *at, int count, MPI_Datatype type, int from, int tag,
              MPI_Comm comm, MPI_Request *request)
{
    if (rank == 0 || receives == 2)
        return PMPI_Irecv(at, count, type, from, tag, comm, request);
    receive[receives].at = at;
    receive[receives].count = count;
    receive[receives].type = type;
    receive[receives].from = from;
    receive[receives].tag = tag;
    receive[receives].comm = comm;
    receive[receives++].request = request;
    return MPI_SUCCESS;
}

/* What an exchange ends with. */
int MPI_Waitall(int count, MPI_Request *request, MPI_Status *status)
{
    waits++;
    for (int ms = 0; rank == 1 && atomic_load(rank_0_has) < waits; ms++) {
        if (ms == PATIENCE) {
            printf("step %d: rank 0 waits for rank 1\n", waits);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        usleep(1000);
    }
    for (int k = 0; k < receives; k++)
        PMPI_Irecv(receive[k].at, receive[k].count, receive[k].type,
                   receive[k].from, receive[k].tag, receive[k].comm,
                   receive[k].request);
    receives = 0;
    int result = PMPI_Waitall(count, request, status);
    if (rank == 0)
        atomic_store(rank_0_has, waits);
    return result;
}

/* A word that both ranks see, 0. */
static atomic_int *share_word(MPI_Win *window)
{
    MPI_Aint size;
    int unit;
    void *word;
    MPI_Win_allocate_shared(rank == 0 ? sizeof(atomic_int) : 0, 1,
                            MPI_INFO_NULL, MPI_COMM_WORLD, &word, window);
    MPI_Win_shared_query(*window, 0, &size, &unit, &word);
    if (rank == 0)
        atomic_init((atomic_int *)word, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    return word;
}

static void must(enum hedra_status status, const struct hedra_error *why)
{
    if (!status)
        return;
    printf("rank %d: %s\n", rank, why->text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

int main(int argc, char **argv)
{
    /* A bar whose ends meet: messages are short enough to be pushed, so that
     * rank 0 gets them whatever rank 1 does. */
    const int64_t cells[3] = {8, 3, 3};
    struct hedra_md_options o = {.cutoff = 2.5,
                                 .skin = 0.3,
                                 .step = 0.005,
                                 .every = STEPS + 1,
                                 .open = {false, true, true}};
    struct hedra_md_particles p = {.count = hedra_md_fcc_count(cells)};
    struct hedra_md_mpi *md;
    struct hedra_error why;
    MPI_Win window;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    rank_0_has = share_word(&window);
    p.position = calloc((size_t)p.count * 3, sizeof *p.position);
    p.velocity = calloc((size_t)p.count * 3, sizeof *p.velocity);
    if (!p.position || !p.velocity)
        abort();
    must(hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why), &why);
    p.count = rank == 0 ? p.count : 0;
    must(hedra_md_mpi_create(MPI_COMM_WORLD,
                             argc > 1 ? HEDRA_MD_CURVE : HEDRA_MD_BRICKS, &o,
                             &p, &md, &why),
         &why);
    MPI_Barrier(MPI_COMM_WORLD);
    waits = 0;
    if (rank == 0)
        atomic_store(rank_0_has, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    must(hedra_md_mpi_step(md, STEPS, &why), &why);
    if (waits != STEPS) {
        printf("rank %d: %d exchanges in %d steps\n", rank, waits, STEPS);
        failures++;
    }
    hedra_md_mpi_destroy(md);
    free(p.position);
    free(p.velocity);
    MPI_Win_free(&window);
    return finish_ranks(failures);
}
