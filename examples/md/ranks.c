/*
 * example-md-ranks: what example-md --ranks runs by mpirun: the same melt over
 * ranks of MPI by <hedra_md_mpi.h>, with the same digits.
 */
#include "examples/md/log.h"

#include <hedra_md_mpi.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, ranks;

/* As check, for what all ranks do together, and fail at together: the first
 * that knows more than that another one fails says why. */
static void agreed(int status, const struct hedra_error *why, const char *what)
{
    if (!status)
        return;
    const bool knows = strncmp(why->text, "another ", 8) != 0;
    int says = knows ? rank : ranks;
    MPI_Allreduce(MPI_IN_PLACE, &says, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (rank == (says < ranks ? says : 0))
        fprintf(stderr, "error: %s: %s\n", what, why->text);
    MPI_Finalize();
    exit(1);
}

/* The greatest status of all ranks, each of which has done something by itself;
 * what one that is fine says then. */
static int of_all(int status, struct hedra_error *why)
{
    int all = status;
    MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    if (all && !status)
        snprintf(why->text, sizeof why->text, "another rank fails");
    return all;
}

static int64_t first_of(int64_t count, int of)
{
    return count / ranks * of + count % ranks * of / ranks;
}

/* Each rank has the particles, and gives its share. */
static struct hedra_md_mpi *make(struct settings *s)
{
    const struct hedra_order_options order = {.kind = s->order};
    struct hedra_md_data d;
    struct hedra_md_mpi *md;
    struct hedra_error why;
    const char *what;
    const int status = start_read(s, &d, &what, &why);
    agreed(of_all(status, &why), &why, what);
    struct hedra_md_options o = s->md;
    struct hedra_md_particles mine = d.particles;
    const int64_t first = first_of(mine.count, rank);
    mine.count = first_of(mine.count, rank + 1) - first;
    mine.position += 3 * first;
    mine.velocity += mine.velocity ? 3 * first : 0;
    mine.type += mine.type ? first : 0;
    mine.id += mine.id ? first : 0;
    mine.image += mine.image ? 3 * first : 0;
    o.types = d.types;
    o.mass = d.mass;
    o.pair = d.pair;
    o.pairs = d.pairs;
    o.order = &order;
    agreed(hedra_md_mpi_create(MPI_COMM_WORLD, s->own, &o, &mine, &md, &why),
           &why, "particles");
    hedra_md_data_free(&d);
    agreed(hedra_md_mpi_set_thermostat(md, &s->thermostat, &why), &why,
           "thermostat");
    agreed(hedra_md_mpi_mark(md, &why), &why, "displacements");
    return md;
}

/* From a checkpoint; the order of cells is in the notes. */
static struct hedra_md_mpi *go_on(struct settings *s)
{
    struct hedra_md_mpi *md;
    struct hedra_error why;
    void *notes;
    size_t bytes;
    agreed(hedra_md_mpi_restart(MPI_COMM_WORLD, s->own, s->restart, NULL, &md,
                                &notes, &bytes, &why),
           &why, "checkpoint");
    const int status = notes_take(s, notes, bytes, &why);
    agreed(of_all(status, &why), &why, s->restart);
    if (s->order != HEDRA_ORDER_HILBERT) {
        const struct hedra_order_options order = {.kind = s->order};
        hedra_md_mpi_destroy(md);
        agreed(hedra_md_mpi_restart(MPI_COMM_WORLD, s->own, s->restart, &order,
                                    &md, NULL, NULL, &why),
               &why, "checkpoint");
    }
    double way;
    if (hedra_md_mpi_displacement(md, &way, &why))
        agreed(hedra_md_mpi_mark(md, &why), &why, "displacements");
    return md;
}

/* Has rank 0 been asked to stop, by the letter that spread.c sends? */
static bool stops(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char letter = 0;
    if (rank == 0 && poll(&input, 1, 0) > 0 && input.revents & POLLIN &&
        read(STDIN_FILENO, &letter, 1) < 1)
        letter = 0;
    MPI_Bcast(&letter, 1, MPI_CHAR, 0, MPI_COMM_WORLD);
    return letter == 's';
}

/* Measures, which all do together, and prints what one says; returns the
 * step. */
static int64_t show(struct hedra_md_mpi *md, const struct settings *s)
{
    struct hedra_md_thermo t;
    struct hedra_error why;
    agreed(hedra_md_mpi_measure(md, &t, &why), &why, "energies");
    if (rank == 0)
        log_line(s, &t);
    return t.step;
}

int main(int argc, char **argv)
{
    struct settings s;
    struct hedra_error why;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    settings_parse(argc, argv, &s);
    struct hedra_md_mpi *md = s.restart ? go_on(&s) : make(&s);
    agreed(
        hedra_md_mpi_set_balance(md, s.balance, HEDRA_MD_BY_NEIGHBOURS, &why),
        &why, "balance");
    if (rank == 0)
        log_begin(&s);
    for (int64_t step = show(md, &s); step < s.steps && !stops();
         step = show(md, &s)) {
        const int64_t left = s.steps - step;
        if (rank == 0)
            log_progress(&s, step);
        agreed(hedra_md_mpi_step(md, left < s.thermo ? left : s.thermo, &why),
               &why, "steps");
    }
    struct hedra_md_counts counts = hedra_md_mpi_counts(md);
    int64_t busiest = counts.neighbours;
    MPI_Allreduce(MPI_IN_PLACE, &busiest, 1, MPI_INT64_T, MPI_MAX,
                  MPI_COMM_WORLD);
    int64_t all[] = {counts.particles, counts.ghosts, counts.neighbours};
    MPI_Allreduce(MPI_IN_PLACE, all, 3, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    counts.particles = all[0];
    counts.ghosts = all[1];
    counts.neighbours = all[2];
    if (rank == 0) {
        log_end(&counts, ranks);
        fprintf(stderr,
                "the busiest rank has %.3f times the pairs of the mean\n",
                (double)busiest * ranks / (double)(all[2] > 0 ? all[2] : 1));
    }
    const struct notes notes = notes_of(&s);
    if (s.save)
        agreed(hedra_md_mpi_save(md, s.save, &notes, sizeof notes, &why), &why,
               "checkpoint");
    hedra_md_mpi_destroy(md);
    MPI_Finalize();
}
