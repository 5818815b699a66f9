/*
 * Borders between two ranks of which one is slow. No clock of the machine says
 * that here: seconds pass by how many particles a rank has, and three times as
 * fast on rank 0. By time, rank 0 comes to a quarter of the particles; by
 * neighbours, each keeps its half. With an argument ranks own stretches of the
 * order of cells.
 */
#include "runtime/include/hedra_md_mpi.h"
#include "tests/tsa/mpi_rig.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { EVERY = 2, BUILDS = 8, SLOW = 3 };

static enum hedra_md_own owns;
static struct hedra_md_mpi *running; /* NULL: time does not pass */
static int rank, failures;

int __wrap_clock_gettime(clockid_t clock, struct timespec *t);

int __wrap_clock_gettime(clockid_t clock, struct timespec *t)
{
    static long long now;
    if (running)
        now += hedra_md_mpi_counts(running).particles *
               (rank == 0 ? SLOW * 1000 : 1000);
    *t = (struct timespec){.tv_sec = (time_t)(now / 1000000000),
                           .tv_nsec = (long)(now % 1000000000)};
    return 0;
}

static void must(enum hedra_status status, const struct hedra_error *why)
{
    if (!status)
        return;
    printf("rank %d: %s\n", rank, why->text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Rank 0 has so much of all particles, in percent, after some builds. */
static void check(const struct hedra_md_options *o,
                  const struct hedra_md_particles *own, int64_t whole,
                  enum hedra_md_balance by, int64_t least, int64_t most)
{
    struct hedra_md_mpi *md;
    struct hedra_error why;
    must(hedra_md_mpi_create(MPI_COMM_WORLD, owns, o, own, &md, &why), &why);
    must(hedra_md_mpi_set_balance(md, 1, by, &why), &why);
    running = md;
    must(hedra_md_mpi_step(md, EVERY * BUILDS, &why), &why);
    running = NULL;
    const struct hedra_md_counts c = hedra_md_mpi_counts(md);
    const int64_t percent = 100 * c.particles / whole;
    if (rank == 0 && (percent < least || percent > most)) {
        printf("balance %d: rank 0 has %d %% of the particles\n", (int)by,
               (int)percent);
        failures++;
    }
    if (by == HEDRA_MD_BY_TIME && c.balances == BUILDS) {
        printf("balance %d: borders do not come to rest\n", (int)by);
        failures++;
    }
    hedra_md_mpi_destroy(md);
}

int main(int argc, char **argv)
{
    const int64_t cells[3] = {16, 4, 4};
    struct hedra_md_options o = {
        .cutoff = 2.5, .skin = 0.3, .step = 0.005, .every = EVERY};
    struct hedra_md_particles p = {.count = hedra_md_fcc_count(cells)};
    struct hedra_error why;
    const int64_t whole = p.count;
    owns = argc > 1 ? HEDRA_MD_CURVE : HEDRA_MD_BRICKS;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    p.position = calloc((size_t)whole * 3, sizeof *p.position);
    p.velocity = calloc((size_t)whole * 3, sizeof *p.velocity);
    if (!p.position || !p.velocity)
        abort();
    must(hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why), &why);
    p.count = rank == 0 ? whole : 0;
    check(&o, &p, whole, HEDRA_MD_BY_TIME, 20, 30);
    check(&o, &p, whole, HEDRA_MD_BY_NEIGHBOURS, 45, 55);
    free(p.position);
    free(p.velocity);
    return finish_ranks(failures);
}
