/* bench-md-ranks CELLS STEPS: what bench-md runs by mpirun. The melt of CELLS^3
 * cubes, whose ranks share it by the time that they take, since cores are
 * seldom equally fast; prints the seconds of the steps, from when the first
 * rank begins until the last one is done, and of a rank in the mean those of
 * forces, of lists with sorting, of ghosts with messages and waiting for them,
 * and of moves. */
#include <hedra_md_mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void stop(const char *why)
{
    fprintf(stderr, "error: %s\n", why);
    MPI_Abort(MPI_COMM_WORLD, 2);
    exit(2);
}

/* Rank 0 has all particles, before they are shared out. */
static struct hedra_md_mpi *make(int64_t n, int rank)
{
    const int64_t cells[3] = {n, n, n};
    struct hedra_md_particles p = {.count = hedra_md_fcc_count(cells)};
    struct hedra_md_options o = {
        .cutoff = 2.5, .skin = 0.3, .step = 0.005, .every = 20};
    struct hedra_error why;
    struct hedra_md_mpi *md;
    const size_t bytes = (size_t)p.count * 3 * sizeof(double);
    p.position = malloc(bytes);
    p.velocity = malloc(bytes);
    if (p.count == 0 || !p.position || !p.velocity)
        stop("no such lattice, or not enough memory");
    if (hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why))
        stop(why.text);
    p.count = rank == 0 ? p.count : 0;
    if (hedra_md_mpi_create(MPI_COMM_WORLD, HEDRA_MD_BRICKS, &o, &p, &md,
                            &why) ||
        hedra_md_mpi_set_balance(md, 1, HEDRA_MD_BY_TIME, &why))
        stop(why.text);
    free(p.position);
    free(p.velocity);
    return md;
}

/* The mean of all ranks, on rank 0. */
static void find_parts(const struct hedra_md_mpi *md,
                       const struct hedra_md_counts *before, double parts[4])
{
    const struct hedra_md_counts c = hedra_md_mpi_counts(md);
    const double own[4] = {c.pair - before->pair,
                           c.neighbour - before->neighbour + c.sort -
                               before->sort,
                           c.ghost - before->ghost, c.modify - before->modify};
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Reduce(own, parts, 4, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    for (int k = 0; k < 4; k++)
        parts[k] /= ranks;
}

int main(int argc, char **argv)
{
    int rank;
    struct hedra_error why;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const long long cells = argc == 3 ? atoll(argv[1]) : 0,
                    steps = argc == 3 ? atoll(argv[2]) : 0;
    if (cells < 1 || steps < 1)
        stop("usage: bench-md-ranks CELLS STEPS");
    struct hedra_md_mpi *md = make(cells, rank);
    const struct hedra_md_counts before = hedra_md_mpi_counts(md);
    double parts[4];
    MPI_Barrier(MPI_COMM_WORLD);
    double mine = MPI_Wtime(), slowest;
    if (hedra_md_mpi_step(md, steps, &why))
        stop(why.text);
    mine = MPI_Wtime() - mine;
    MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    find_parts(md, &before, parts);
    if (rank == 0)
        printf("%.6f %.6f %.6f %.6f %.6f\n", slowest, parts[0], parts[1],
               parts[2], parts[3]);
    hedra_md_mpi_destroy(md);
    MPI_Finalize();
    return 0;
}
