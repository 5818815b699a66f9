/* What tests of particles over MPI share (ranks_rig.h). */
#include "tests/md/ranks_rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int rank, ranks, failures;
enum hedra_md_own own;
struct hedra_error why;

void ranks_begin(int *argc, char ***argv)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    own = *argc > 1 && strcmp((*argv)[1], "curve") == 0 ? HEDRA_MD_CURVE
                                                        : HEDRA_MD_BRICKS;
}

void fail(const char *what, int form)
{
    printf("rank %d, form %d: %s\n", rank, form, what);
    failures++;
}

void must(enum hedra_status status, const char *what, int form)
{
    if (status) {
        fail(what, form);
        printf("%s\n", why.text);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void *memory(int64_t count, size_t bytes)
{
    void *made = calloc((size_t)count + 1, bytes);
    if (!made)
        abort();
    return made;
}

struct hedra_md_particles particles_new(int64_t count)
{
    return (struct hedra_md_particles){.count = count,
                                       .position = memory(3 * count, 8),
                                       .velocity = memory(3 * count, 8),
                                       .force = memory(3 * count, 8),
                                       .type = memory(count, sizeof(int)),
                                       .id = memory(count, 8),
                                       .image = memory(3 * count, sizeof(int))};
}

void particles_free(struct hedra_md_particles *p)
{
    free(p->position);
    free(p->velocity);
    free(p->force);
    free(p->type);
    free(p->id);
    free(p->image);
}

/* This rank's share: neighbouring ones, or with `few` none on odd ranks. */
struct hedra_md_particles share(const struct hedra_md_particles *p, bool few)
{
    const int owners = few ? (ranks + 1) / 2 : ranks,
              owner = few ? rank / 2 : rank;
    const int64_t begin = p->count * owner / owners,
                  end = p->count * (owner + 1) / owners;
    struct hedra_md_particles s = *p;
    s.count = few && rank % 2 ? 0 : end - begin;
    s.position += 3 * begin;
    s.velocity += 3 * begin;
    s.type += begin;
    s.id += begin;
    s.image += 3 * begin;
    return s;
}

void compare(const struct hedra_md *one, struct hedra_md_mpi *all,
             int64_t count, int form)
{
    struct hedra_md_particles a = {.count = 0}, b = {.count = 0};
    if (rank == 0) {
        a = particles_new(count);
        b = particles_new(count);
        must(hedra_md_get(one, &a, &why), "get", form);
    }
    must(hedra_md_mpi_get(all, &b, &why), "get of all", form);
    if (rank == 0) {
        const size_t bytes = 3 * (size_t)count * sizeof(double);
        if (memcmp(a.position, b.position, bytes) != 0)
            fail("positions differ", form);
        if (memcmp(a.velocity, b.velocity, bytes) != 0)
            fail("velocities differ", form);
        if (memcmp(a.force, b.force, bytes) != 0)
            fail("forces differ", form);
        if (memcmp(a.image, b.image, 3 * (size_t)count * sizeof(int)) != 0)
            fail("images differ", form);
        if (memcmp(a.id, b.id, bytes / 3) != 0 ||
            memcmp(a.type, b.type, (size_t)count * sizeof(int)) != 0)
            fail("ids or types differ", form);
        particles_free(&a);
        particles_free(&b);
    }
}

void measure(struct hedra_md *one, struct hedra_md_mpi *all, int form)
{
    struct hedra_md_thermo a, b;
    must(hedra_md_mpi_measure(all, &b, &why), "measure", form);
    if (rank > 0)
        return;
    must(hedra_md_measure(one, &a, &why), "measure one", form);
    if (!(b.moved >= 0 && b.moved <= 1))
        fail("the share that has moved is none", form);
    a.moved = b.moved; /* of other cells' order */
    if (memcmp(&a, &b, sizeof a) != 0)
        fail("what is measured differs", form);
}

/* The ways since the mark, of all and of one. */
void displacement(const struct hedra_md *one, struct hedra_md_mpi *all,
                  int form)
{
    double a = 0, b = 0;
    must(hedra_md_mpi_displacement(all, &b, &why), "ways of all", form);
    if (rank > 0)
        return;
    must(hedra_md_displacement(one, &a, &why), "ways of one", form);
    if (a != b || !(a > 0))
        fail("ways differ", form);
}

void check(const struct hedra_md_options *o, const struct hedra_md_particles *p,
           const struct hedra_md_thermostat *t, int form)
{
    struct hedra_md *one = NULL;
    struct hedra_md_mpi *all;
    const struct hedra_md_particles mine = share(p, form & 1);
    if (rank == 0) {
        must(hedra_md_create(o, p, &one, &why), "create one", form);
        must(hedra_md_set_thermostat(one, t, &why), "thermostat", form);
    }
    must(hedra_md_mpi_create(MPI_COMM_WORLD, own, o, &mine, &all, &why),
         "create", form);
    must(hedra_md_mpi_set_thermostat(all, t, &why), "thermostat of all", form);
    /* Borders that move as it comes. */
    must(hedra_md_mpi_set_balance(all, form % 2, HEDRA_MD_BY_TIME, &why),
         "balance by time", form);
    /* More ranks than cores wait for each other. */
    const int64_t steps = ranks > 4 ? 12 : 33;
    measure(one, all, form);
    must(hedra_md_mpi_mark(all, &why), "mark of all", form);
    if (rank == 0)
        must(hedra_md_mark(one, &why), "mark", form);
    for (int part = 0; part < 2; part++) {
        must(hedra_md_mpi_step(all, steps, &why), "step of all", form);
        if (rank == 0)
            must(hedra_md_step(one, steps, &why), "step", form);
        measure(one, all, form);
        displacement(one, all, form);
        compare(one, all, p->count, form);
    }
    hedra_md_mpi_destroy(all);
    hedra_md_destroy(one);
}

void want(enum hedra_status status, enum hedra_status expected,
          const char *what)
{
    if (status != expected || why.status != expected || !why.text[0])
        fail(what, 200);
}

/* The first ranks; others have no communicator. */
MPI_Comm some_of(int wanted)
{
    MPI_Comm some;
    MPI_Comm_split(MPI_COMM_WORLD, rank < wanted ? 0 : MPI_UNDEFINED, rank,
                   &some);
    return some;
}

void name_file(char *path, size_t size, const char *what)
{
    snprintf(path, size, "md-%s-%d-%d.check", what, ranks, own);
}

/* Are the numbers those of one object but for rounding? Each particle has about
 * fifty pairs, whose forces are summed in another order. */
static void near(const double *a, const double *b, int64_t count, double most,
                 const char *what, int form)
{
    double off = 0;
    for (int64_t n = 0; n < count; n++)
        off = fmax(off, fabs(a[n] - b[n]));
    if (!(off <= most)) {
        fail(what, form);
        printf("    by %g\n", off);
    }
}

void compare_half(struct hedra_md *one, struct hedra_md_mpi *all, int64_t count,
                  double most, int form)
{
    struct hedra_md_particles a = particles_new(count),
                              b = particles_new(count);
    struct hedra_md_thermo of_one, of_all;
    must(hedra_md_mpi_get(all, &b, &why), "get of all", form);
    must(hedra_md_mpi_measure(all, &of_all, &why), "measure", form);
    if (rank == 0) {
        must(hedra_md_get(one, &a, &why), "get", form);
        must(hedra_md_measure(one, &of_one, &why), "measure one", form);
        near(a.position, b.position, 3 * count, most, "positions", form);
        near(a.velocity, b.velocity, 3 * count, most, "velocities", form);
        near(a.force, b.force, 3 * count, 1e3 * most, "forces", form);
        near(&of_one.total, &of_all.total, 1, most, "energies", form);
        near(&of_one.pressure, &of_all.pressure, 1, 10 * most, "pressures",
             form);
    }
    particles_free(&a);
    particles_free(&b);
}
