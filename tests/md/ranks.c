/*
 * Particles over MPI against the same particles in one object, which rank 0
 * computes: the same bits of states and of what is measured, for every order,
 * kind of numbers and thermostat, however particles were shared out; and what
 * is refused, on all ranks alike. By its argument ranks own stretches of cells.
 */
#include "runtime/include/hedra_md_file.h"
#include "tests/md/ranks_rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_melt(void)
{
    static const int kinds[] = {HEDRA_ORDER_HILBERT, HEDRA_ORDER_ROW,
                                HEDRA_ORDER_MORTON};
    const int64_t cells[3] = {7, 6, 8};
    struct hedra_md_particles p = particles_new(hedra_md_fcc_count(cells));
    struct hedra_md_options o = {.cutoff = 2.5, .skin = 0.3, .step = 0.005};
    must(hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why), "lattice", 0);
    for (int64_t n = 0; n < p.count; n++) {
        p.type[n] = 1;
        p.id[n] = 5 * p.count - 3 * n;
    }
    for (int form = 0; form<10; form += ranks> 4 ? 3 : 1) {
        const struct hedra_order_options order = {.kind = kinds[form % 3]};
        const struct hedra_md_thermostat t = {
            .kind = form / 2, .temperature = 0.9, .time = 0.3, .seed = 3};
        o.order = &order;
        o.real = form & 1;
        o.every = form & 2 ? 20 : 0;
        o.sort_every = form & 4 ? 3 : 0;
        o.energy = form % 3;
        check(&o, &p, &t, form);
    }
    particles_free(&p);
}

/* Calls that wait for other ranks while nothing is computed. */
static int waits;

int MPI_Sendrecv(const void *out, int out_count, MPI_Datatype out_type, int to,
                 int out_tag, void *in, int in_count, MPI_Datatype in_type,
                 int from, int in_tag, MPI_Comm comm, MPI_Status *status)
{
    waits++;
    return PMPI_Sendrecv(out, out_count, out_type, to, out_tag, in, in_count,
                         in_type, from, in_tag, comm, status);
}

/* MPI forbids that what is sent and what is received overlap. */
static void check_apart(const void *from, const void *to, int count,
                        MPI_Datatype type)
{
    int bytes;
    MPI_Type_size(type, &bytes);
    const uintptr_t a = (uintptr_t)from, b = (uintptr_t)to;
    const uintptr_t size = (uintptr_t)count * (uintptr_t)bytes;
    if (from != MPI_IN_PLACE && a < b + size && b < a + size)
        fail("the buffers of a reduction overlap", count);
}

int MPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type,
                  MPI_Op op, MPI_Comm comm)
{
    waits++;
    check_apart(from, to, count, type);
    return PMPI_Allreduce(from, to, count, type, op, comm);
}

/* Bricks that have cells without ghosts beside them, of which forces are
 * computed while positions travel: the same bits, and between builds of lists
 * no rank waits for another before these forces are there. */
static void check_inner(void)
{
    const int64_t cells[3] = {10, 10, 10};
    struct hedra_md_particles p = particles_new(hedra_md_fcc_count(cells));
    struct hedra_md_options o = {.cutoff = 2.5, .skin = 0.3, .step = 0.005};
    struct hedra_md_mpi *all;
    must(hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why), "lattice", 0);
    for (int64_t n = 0; n < p.count; n++) {
        p.type[n] = 1;
        p.id[n] = n + 1;
    }
    for (int form = 50; form < 54; form++) {
        o.real = form & 1;
        o.every = form & 2 ? 20 : 0;
        check(&o, &p, NULL, form);
    }
    const struct hedra_md_particles mine = share(&p, false);
    o.every = 20;
    must(hedra_md_mpi_create(MPI_COMM_WORLD, own, &o, &mine, &all, &why),
         "create", 50);
    must(hedra_md_mpi_step(all, 1, &why), "step", 50);
    waits = 0;
    must(hedra_md_mpi_step(all, 18, &why), "steps", 50);
    if (ranks > 1 && waits > 0)
        fail("ranks wait for each other between builds", 50);
    must(hedra_md_mpi_step(all, 1, &why), "step", 50);
    if (waits == 0)
        fail("no rank waits when lists are built", 50);
    hedra_md_mpi_destroy(all);
    particles_free(&p);
}

/* Files of these forms have marks. */
static bool is_marked(int form)
{
    return form & 2;
}

/* The state of `all` on rank 0 is that of `one`, which is there alone. */
static void go_on(const char *path, int readers, enum hedra_md_own theirs,
                  struct hedra_md *one, int64_t count, int64_t steps, int form)
{
    const struct hedra_order_options row = {.kind = HEDRA_ORDER_ROW};
    MPI_Comm some = some_of(readers);
    if (some != MPI_COMM_NULL) {
        struct hedra_md_mpi *again;
        void *notes;
        size_t bytes;
        must(hedra_md_mpi_restart(some, theirs, path, &row, &again, &notes,
                                  &bytes, &why),
             "restart", form);
        if (bytes != 5 || memcmp(notes, "notes", 5) != 0)
            fail("notes differ", form);
        free(notes);
        compare(one, again, count, form);
        must(hedra_md_mpi_step(again, steps, &why), "step on", form);
        if (rank == 0)
            must(hedra_md_step(one, steps, &why), "step one", form);
        measure(one, again, form);
        compare(one, again, count, form);
        if (is_marked(form))
            displacement(one, again, form);
        hedra_md_mpi_destroy(again);
        MPI_Comm_free(&some);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* A file of all ranks, from which one object goes on, one rank, half of them
 * and all, whatever these own; and a file of one object, from which they do. */
static void check_restart(void)
{
    char path[64], other[64];
    name_file(path, sizeof path, "ranks");
    name_file(other, sizeof other, "one");
    const int64_t cells[3] = {7, 6, 8};
    struct hedra_md_particles p = particles_new(hedra_md_fcc_count(cells));
    struct hedra_md_options o = {.cutoff = 2.5, .skin = 0.3, .step = 0.005};
    const int64_t steps = ranks > 4 ? 8 : 14;
    const int readers[3] = {1, (ranks + 1) / 2, ranks};
    must(hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why), "lattice", 0);
    for (int64_t n = 0; n < p.count; n++) {
        p.type[n] = 1;
        p.id[n] = 5 * p.count - 3 * n;
    }
    for (int form = 400; form < 404; form++) {
        const struct hedra_md_thermostat t = {
            .kind = form & 1 ? HEDRA_MD_NOSE_HOOVER : HEDRA_MD_NVE,
            .temperature = 0.9,
            .time = 0.3};
        struct hedra_md_mpi *all;
        struct hedra_md *one = NULL, *file = NULL;
        const struct hedra_md_particles mine = share(&p, form & 1);
        o.real = form & 1;
        o.every = form & 2 ? 20 : 0;
        must(hedra_md_mpi_create(MPI_COMM_WORLD, own, &o, &mine, &all, &why),
             "create", form);
        must(hedra_md_mpi_set_thermostat(all, &t, &why), "thermostat", form);
        if (is_marked(form))
            must(hedra_md_mpi_mark(all, &why), "mark", form);
        must(hedra_md_mpi_step(all, steps, &why), "step", form);
        must(hedra_md_mpi_save(all, path, "notes", 5, &why), "save", form);
        for (int way = 0; way < 3; way++) {
            if (rank == 0) {
                must(hedra_md_create(&o, &p, &one, &why), "create one", form);
                must(hedra_md_set_thermostat(one, &t, &why), "heat", form);
                if (is_marked(form))
                    must(hedra_md_mark(one, &why), "mark one", form);
                must(hedra_md_step(one, steps, &why), "step one", form);
                must(hedra_md_save(one, other, "notes", 5, &why), "save one",
                     form);
            }
            MPI_Barrier(MPI_COMM_WORLD);
            go_on(way == 2 ? other : path, readers[way],
                  (own + way + form) % 2 ? HEDRA_MD_CURVE : HEDRA_MD_BRICKS,
                  one, p.count, steps, form);
            if (rank == 0 && way == 0) {
                must(hedra_md_restart(path, NULL, &file, NULL, NULL, &why),
                     "restart of one", form);
                must(hedra_md_step(file, steps, &why), "step of one", form);
            }
            hedra_md_destroy(one);
            one = NULL;
        }
        must(hedra_md_mpi_step(all, steps, &why), "step", form);
        compare(file, all, p.count, form);
        hedra_md_destroy(file);
        hedra_md_mpi_destroy(all);
    }
    if (rank == 0) {
        remove(path);
        remove(other);
    }
    particles_free(&p);
}

static void check_no_restart(void)
{
    char path[64];
    name_file(path, sizeof path, "none");
    struct hedra_md_mpi *all;
    FILE *file = rank == 0 ? fopen(path, "w") : NULL;
    if (file) {
        fputs("no checkpoint", file);
        fclose(file);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    want(hedra_md_mpi_restart(MPI_COMM_WORLD, own, path, NULL, &all, NULL, NULL,
                              &why),
         HEDRA_ERROR_DAMAGED, "what is no checkpoint is read");
    want(hedra_md_mpi_restart(MPI_COMM_WORLD, own, rank ? path : NULL, NULL,
                              &all, NULL, NULL, &why),
         HEDRA_ERROR_ARGUMENT, "no path is taken");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        remove(path);
}

/* Bricks that are thinner than cutoff + skin, down to one cell: ghosts come in
 * several hops, and the bits are those of one object. */
static void check_thin(void)
{
    static const int reach[] = {2, 3, 5}, long_side[] = {3, 4, 3};
    for (int form = 0; form < 6; form++) {
        int64_t cells[3] = {3, 3, 3};
        cells[form % 3] = long_side[form % 3];
        struct hedra_md_particles p = particles_new(hedra_md_fcc_count(cells));
        struct hedra_md_options o = {.cutoff = 2.5,
                                     .skin = 0.3,
                                     .step = 0.005,
                                     .reach = reach[form % 3],
                                     .real = form & 1};
        must(hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why), "box", 600);
        for (int64_t n = 0; n < p.count; n++) {
            p.type[n] = 1;
            p.id[n] = n + 1;
        }
        o.open[form % 3] = form >= 3;
        check(&o, &p, NULL, 600 + form);
        particles_free(&p);
    }
}

/* A file of half lists, from which the ranks go on. */
static void go_on_half(struct hedra_md_mpi *all, struct hedra_md *one,
                       int64_t count, int form)
{
    char path[64];
    struct hedra_md_mpi *again;
    name_file(path, sizeof path, "half");
    must(hedra_md_mpi_save(all, path, NULL, 0, &why), "save", form);
    must(hedra_md_mpi_restart(MPI_COMM_WORLD, own, path, NULL, &again, NULL,
                              NULL, &why),
         "restart", form);
    compare_half(one, again, count, 1e-9, form);
    must(hedra_md_mpi_step(again, 8, &why), "step on", form);
    if (rank == 0)
        must(hedra_md_step(one, 8, &why), "step one", form);
    compare_half(one, again, count, 1e-8, form);
    hedra_md_mpi_destroy(again);
    if (rank == 0)
        remove(path);
}

/* Half lists: the forces of one object with full lists but for rounding, and
 * each pair once on all ranks together. */
static void check_half(void)
{
    for (int form = 0; form < 4; form++) {
        const int64_t cells[3] = {form & 1 ? 3 : 6, 6, 3};
        struct hedra_md_particles p = particles_new(hedra_md_fcc_count(cells));
        struct hedra_md_options o = {.cutoff = 2.5,
                                     .skin = 0.3,
                                     .step = 0.005,
                                     .reach = form & 1 ? 4 : 2};
        const struct hedra_md_particles mine = share(&p, form & 1);
        struct hedra_md_mpi *all;
        struct hedra_md *one = NULL;
        must(hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why), "box", 700);
        for (int64_t n = 0; n < p.count; n++) {
            p.type[n] = 1;
            p.id[n] = n + 1;
        }
        o.open[1] = form & 2;
        if (rank == 0)
            must(hedra_md_create(&o, &p, &one, &why), "create one", 700);
        o.list = HEDRA_MD_HALF;
        must(hedra_md_mpi_create(MPI_COMM_WORLD, own, &o, &mine, &all, &why),
             "create", 700 + form);
        must(hedra_md_mpi_set_balance(all, form & 1, HEDRA_MD_BY_NEIGHBOURS,
                                      &why),
             "balance", 700 + form);
        compare_half(one, all, p.count, 1e-12, 700 + form);
        int64_t pairs = hedra_md_mpi_counts(all).neighbours;
        MPI_Allreduce(MPI_IN_PLACE, &pairs, 1, MPI_INT64_T, MPI_SUM,
                      MPI_COMM_WORLD);
        if (rank == 0 && 2 * pairs != hedra_md_counts(one).neighbours)
            fail("pairs are not listed once", 700 + form);
        must(hedra_md_mpi_step(all, 24, &why), "step of all", 700 + form);
        if (rank == 0)
            must(hedra_md_step(one, 24, &why), "step of one", 700 + form);
        compare_half(one, all, p.count, 1e-9, 710 + form);
        go_on_half(all, one, p.count, 720 + form);
        hedra_md_mpi_destroy(all);
        hedra_md_destroy(one);
        particles_free(&p);
    }
}

/* Two types in a box that is open along an axis; a few leave it. */
static void check_open(void)
{
    static const struct hedra_md_pair pair[] = {{1, 1, 1, 0.8, 0},
                                                {2, 2, 0.5, 0.7, 2}};
    static const double mass[2] = {1, 3};
    const int64_t cells[3] = {6, 7, 6};
    struct hedra_md_particles p = particles_new(hedra_md_fcc_count(cells));
    struct hedra_md_options o = {.types = 2,
                                 .mass = mass,
                                 .pair = pair,
                                 .pairs = 2,
                                 .energy = HEDRA_MD_SMOOTH,
                                 .cutoff = 2.5,
                                 .skin = 0.3,
                                 .step = 0.004};
    must(hedra_md_fcc(cells, 0.8442, 3, &p, o.high, &why), "lattice", 0);
    for (int64_t n = 0; n < p.count; n++) {
        p.type[n] = 1 + (int)(n % 2);
        p.id[n] = n + 1;
    }
    for (int a = 0; a < (ranks > 4 ? 1 : 3); a++) {
        o.open[0] = o.open[1] = o.open[2] = false;
        o.open[a] = true;
        check(&o, &p, NULL, 100 + a);
    }
    particles_free(&p);
}

static void check_refused(void)
{
    const int64_t cells[3] = {3, 3, 3};
    struct hedra_md_particles p = particles_new(hedra_md_fcc_count(cells)),
                              mine;
    struct hedra_md_options o = {.cutoff = 2.5, .skin = 0.3, .step = 0.005};
    struct hedra_md_mpi *all;
    must(hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why), "lattice", 0);
    for (int64_t n = 0; n < p.count; n++) {
        p.type[n] = 1;
        p.id[n] = n + 1;
    }
    mine = share(&p, false);
    o.skin = rank == ranks - 1 ? 0.31 : 0.3;
    if (ranks > 1)
        want(hedra_md_mpi_create(MPI_COMM_WORLD, own, &o, &mine, &all, &why),
             HEDRA_ERROR_VALUE, "other options are taken");
    o.skin = 0.3;
    want(hedra_md_mpi_create(MPI_COMM_WORLD, own, rank ? &o : NULL, &mine, &all,
                             &why),
         HEDRA_ERROR_ARGUMENT, "no options are taken");
    if (ranks > 1)
        want(hedra_md_mpi_create(MPI_COMM_WORLD,
                                 rank ? HEDRA_MD_BRICKS : HEDRA_MD_CURVE, &o,
                                 &mine, &all, &why),
             HEDRA_ERROR_VALUE, "ranks own bricks and stretches");
    want(hedra_md_mpi_create(MPI_COMM_WORLD, (enum hedra_md_own)2, &o, &mine,
                             &all, &why),
         HEDRA_ERROR_ARGUMENT, "ranks own what there is not");
    o.reach = 1; /* one cell: one rank will do */
    const enum hedra_status status =
        hedra_md_mpi_create(MPI_COMM_WORLD, own, &o, &mine, &all, &why);
    if (ranks == 1)
        must(status, "one rank", 200);
    else
        want(status, HEDRA_ERROR_SIZE, "too many ranks are taken");
    if (ranks > 1 && !strstr(why.text, "1 will do"))
        fail(why.text, 200);
    hedra_md_mpi_destroy(all);
    hedra_md_mpi_destroy(NULL);
    particles_free(&p);
}

/* What one rank cannot take, and particles upon each other or too fast, of
 * which ranks without them hear as well. */
static void check_bad(void)
{
    const int64_t cells[3] = {7, 7, 7};
    struct hedra_md_particles p = particles_new(hedra_md_fcc_count(cells));
    struct hedra_md_options o = {.cutoff = 2.5, .skin = 0.3, .step = 0.005};
    struct hedra_md_mpi *all;
    must(hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why), "lattice", 0);
    for (int64_t n = 0; n < p.count; n++) {
        p.type[n] = 1;
        p.id[n] = n + 1;
    }
    const struct hedra_md_particles mine = share(&p, false);
    const double kept = mine.position[1];
    if (rank == ranks - 1)
        mine.position[1] = NAN;
    want(hedra_md_mpi_create(MPI_COMM_WORLD, own, &o, &mine, &all, &why),
         HEDRA_ERROR_NOT_FINITE, "a position that is none is taken");
    if (all)
        fail("an object that failed", 300);
    mine.position[1] = kept;
    for (int a = 0; a < 3; a++)
        p.position[3 * 700 + a] = p.position[3 * 11 + a];
    want(hedra_md_mpi_create(MPI_COMM_WORLD, own, &o, &mine, &all, &why),
         HEDRA_ERROR_NOT_FINITE, "particles upon each other are taken");
    must(hedra_md_fcc(cells, 0.8442, 1e7, &p, o.high, &why), "lattice", 0);
    must(hedra_md_mpi_create(MPI_COMM_WORLD, own, &o, &mine, &all, &why),
         "fast", 300);
    want(hedra_md_mpi_step(all, 3, &why), HEDRA_ERROR_NOT_FINITE,
         "particles that are too fast");
    int number = -1;
    if (sscanf(why.text, "rank %d: in step 1 ", &number) != 1 || number != rank)
        fail("an error does not say whose it is", number);
    hedra_md_mpi_destroy(all);
    particles_free(&p);
}

/* Of a box that is long along one axis the ranks share that axis, whichever it
 * is: so the particles beyond their faces are as few. */
static void check_faces(void)
{
    int64_t least = INT64_MAX, most = 0;
    for (int a = 0; a < 3; a++) {
        int64_t cells[3] = {4, 4, 4}, ghosts, sum;
        cells[a] = 16;
        struct hedra_md_particles p = particles_new(hedra_md_fcc_count(cells));
        struct hedra_md_options o = {.cutoff = 2.5, .skin = 0.3, .step = 0.005};
        struct hedra_md_mpi *all;
        must(hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why), "box", a);
        for (int64_t n = 0; n < p.count; n++) {
            p.type[n] = 1;
            p.id[n] = n + 1;
        }
        const struct hedra_md_particles mine = share(&p, false);
        must(hedra_md_mpi_create(MPI_COMM_WORLD, own, &o, &mine, &all, &why),
             "long", a);
        ghosts = hedra_md_mpi_counts(all).ghosts;
        MPI_Allreduce(&ghosts, &sum, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
        least = sum < least ? sum : least;
        most = sum > most ? sum : most;
        hedra_md_mpi_destroy(all);
        particles_free(&p);
    }
    if (4 * most > 5 * least)
        fail("an axis has other faces", (int)(100 * most / least));
}

/* Cells that an order takes in one number alone cannot get other borders, but
 * stretches of them other ends. */
static void check_no_balance(void)
{
    const struct hedra_order_options order = {.kind = HEDRA_ORDER_MORTON,
                                              .fit = HEDRA_ORDER_EXACT};
    const int64_t cells[3] = {4, 4, 4};
    struct hedra_md_particles p = particles_new(hedra_md_fcc_count(cells));
    struct hedra_md_options o = {
        .cutoff = 2.5, .skin = 0.3, .step = 0.005, .order = &order};
    MPI_Comm self = some_of(1);
    struct hedra_md_mpi *all;
    must(hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why), "lattice", 510);
    for (int64_t n = 0; n < p.count; n++) {
        p.type[n] = 1;
        p.id[n] = n + 1;
    }
    if (self == MPI_COMM_NULL) {
        particles_free(&p);
        return;
    }
    must(hedra_md_mpi_create(self, own, &o, &p, &all, &why), "create", 510);
    want(hedra_md_mpi_set_balance(all, 2, (enum hedra_md_balance)2, &why),
         HEDRA_ERROR_ARGUMENT, "borders move by nothing that there is");
    if (own == HEDRA_MD_CURVE)
        must(hedra_md_mpi_set_balance(all, 1, HEDRA_MD_BY_TIME, &why),
             "an exact order", 510);
    else
        want(hedra_md_mpi_set_balance(all, 1, HEDRA_MD_BY_TIME, &why),
             HEDRA_ERROR_ARGUMENT, "an exact order is balanced");
    must(hedra_md_mpi_set_balance(all, 0, HEDRA_MD_BY_NEIGHBOURS, &why),
         "no balance", 510);
    hedra_md_mpi_destroy(all);
    MPI_Comm_free(&self);
    particles_free(&p);
}

/* The most particles of a rank. */
static int64_t most_particles(const struct hedra_md_mpi *all)
{
    int64_t most = hedra_md_mpi_counts(all).particles;
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

/* A box of which an end along each axis is empty: borders move, so that each
 * rank has about as many particles, and no bit depends on it. */
static void check_balance(void)
{
    static const struct hedra_order_options inner = {.kind = HEDRA_ORDER_ROW};
    const struct hedra_order_options order = {.kind = HEDRA_ORDER_HYBRID,
                                              .tile = {2, 2, 2},
                                              .outer = &inner,
                                              .inner = &inner};
    const int64_t cells[3] = {8, 8, 8};
    struct hedra_md_particles p = particles_new(hedra_md_fcc_count(cells));
    struct hedra_md_options o = {.cutoff = 2.5,
                                 .skin = 0.3,
                                 .step = 0.005,
                                 .energy = HEDRA_MD_SMOOTH,
                                 .order = &order};
    struct hedra_md *one = NULL;
    struct hedra_md_mpi *all;
    must(hedra_md_fcc(cells, 0.8442, 1.44, &p, o.high, &why), "lattice", 500);
    for (int64_t n = 0; n < p.count; n++) {
        p.type[n] = 1;
        p.id[n] = n + 1;
    }
    for (int a = 0; a < 3; a++)
        o.high[a] *= 2.5;
    const struct hedra_md_particles mine = share(&p, false);
    must(hedra_md_mpi_create(MPI_COMM_WORLD, own, &o, &mine, &all, &why),
         "create", 500);
    if (rank == 0)
        must(hedra_md_create(&o, &p, &one, &why), "create one", 500);
    want(hedra_md_mpi_set_balance(all, -1, HEDRA_MD_BY_NEIGHBOURS, &why),
         HEDRA_ERROR_ARGUMENT, "borders that move never, or less");
    must(hedra_md_mpi_set_balance(all, 2, HEDRA_MD_BY_NEIGHBOURS, &why),
         "balance", 500);
    const int64_t before = most_particles(all);
    for (int part = 0; part < 2; part++) {
        must(hedra_md_mpi_step(all, 40, &why), "step of all", 500);
        if (rank == 0)
            must(hedra_md_step(one, 40, &why), "step of one", 500);
        measure(one, all, 500);
        compare(one, all, p.count, 500);
    }
    const int64_t moves = hedra_md_mpi_counts(all).balances,
                  after = most_particles(all);
    if (ranks > 1 && (moves < 1 || moves > 3))
        fail("borders move too seldom, or too often", (int)moves);
    if (ranks > 1 && 2 * after * ranks > 3 * p.count)
        fail("a rank has half as many particles more than others", (int)after);
    if (ranks == 2 && before < p.count * 9 / 10)
        fail("the box is in balance as it is", (int)before);
    hedra_md_mpi_destroy(all);
    hedra_md_destroy(one);
    particles_free(&p);
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    check_melt();
    check_inner();
    check_open();
    check_thin();
    check_half();
    check_refused();
    if (ranks <= 4 && own == HEDRA_MD_BRICKS)
        check_faces();
    check_balance();
    check_no_balance();
    check_bad();
    check_restart();
    check_no_restart();
    return finish_ranks(failures);
}
