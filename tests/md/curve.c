/*
 * Ranks that own stretches of the order of cells (HEDRA_MD_CURVE): beside what
 * tests/md/ranks.c has them do as it has bricks, as many ranks as cells, orders
 * with gaps and those that bricks cannot have, and droplets, which they share
 * out evenly where bricks cannot.
 */
#include "tests/md/ranks_rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many cubes of a lattice along the axes, and the box around them. */
static struct hedra_md_particles lattice(const int64_t cubes[3],
                                         struct hedra_md_options *o)
{
    struct hedra_md_particles p = particles_new(hedra_md_fcc_count(cubes));
    *o = (struct hedra_md_options){.cutoff = 2.5, .skin = 0.3, .step = 0.005};
    must(hedra_md_fcc(cubes, 0.8442, 1.44, &p, o->high, &why), "lattice", 0);
    for (int64_t n = 0; n < p.count; n++) {
        p.type[n] = 1;
        p.id[n] = 3 * n + 1;
    }
    return p;
}

static int64_t sum_of(int64_t number)
{
    MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT64_T, MPI_SUM,
                  MPI_COMM_WORLD);
    return number;
}

static int64_t most_of(int64_t number)
{
    MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT64_T, MPI_MAX,
                  MPI_COMM_WORLD);
    return number;
}

/* Cubes for a row of so many cells as long as cutoff + skin. */
static int64_t cubes_of(int cells)
{
    return (int64_t)ceil(1.668 * cells);
}

/* A cell for each rank, in a row along each axis, periodic or not; and a rank
 * more than there are cells, which is refused. */
static void check_cells(void)
{
    for (int form = 0; form < 6; form++) {
        const int axis = form % 3;
        int64_t cubes[3] = {2, 2, 2};
        struct hedra_md_options o;
        struct hedra_md_mpi *all;
        cubes[axis] = cubes_of(ranks);
        struct hedra_md_particles p = lattice(cubes, &o), mine;
        o.reach = 1;
        o.open[axis] = form >= 3;
        mine = share(&p, false);
        must(hedra_md_mpi_create(MPI_COMM_WORLD, own, &o, &mine, &all, &why),
             "create", 800 + form);
        if (hedra_md_mpi_counts(all).cells != 1)
            fail("there are more cells than ranks", 800 + form);
        hedra_md_mpi_destroy(all);
        check(&o, &p, NULL, 800 + form);
        particles_free(&p);
        if (ranks == 1 || form >= 3)
            continue;
        cubes[axis] = cubes_of(ranks - 1);
        p = lattice(cubes, &o);
        o.reach = 1;
        mine = share(&p, false);
        want(hedra_md_mpi_create(MPI_COMM_WORLD, own, &o, &mine, &all, &why),
             HEDRA_ERROR_SIZE, "more ranks than cells are taken");
        char will_do[32];
        snprintf(will_do, sizeof will_do, " cells: %d will do", ranks - 1);
        if (!strstr(why.text, will_do))
            fail(why.text, 810 + form);
        particles_free(&p);
    }
}

/* Two cells along each axis, which each see all others, some of them from both
 * sides; of half lists each pair is there once. */
static void check_all_near(void)
{
    const int64_t cubes[3] = {4, 4, 4};
    struct hedra_md_options o;
    struct hedra_md_particles p = lattice(cubes, &o);
    const struct hedra_md_particles mine = share(&p, true);
    struct hedra_md_mpi *all;
    struct hedra_md *one = NULL;
    o.reach = 1;
    check(&o, &p, NULL, 820);
    check(&o, &p, NULL, 821);
    if (rank == 0)
        must(hedra_md_create(&o, &p, &one, &why), "create one", 822);
    o.list = HEDRA_MD_HALF;
    must(hedra_md_mpi_create(MPI_COMM_WORLD, own, &o, &mine, &all, &why),
         "create", 822);
    if (sum_of(hedra_md_mpi_counts(all).cells) != 8)
        fail("not each cell is a rank's", 822);
    compare_half(one, all, p.count, 1e-12, 822);
    const int64_t pairs = sum_of(hedra_md_mpi_counts(all).neighbours);
    if (rank == 0 && 2 * pairs != hedra_md_counts(one).neighbours)
        fail("pairs are not listed once", 822);
    must(hedra_md_mpi_step(all, 20, &why), "step of all", 822);
    if (rank == 0)
        must(hedra_md_step(one, 20, &why), "step of one", 822);
    compare_half(one, all, p.count, 1e-9, 823);
    hedra_md_mpi_destroy(all);
    hedra_md_destroy(one);
    particles_free(&p);
}

/* Orders with gaps, and those that are bound to the box: a table, of which
 * stretches are scattered cells, an exact curve, tiles of tiles. Odd forms move
 * the ends of stretches. */
static void check_orders(void)
{
    enum { CELLS = 64 };
    static const struct hedra_order_options row = {.kind = HEDRA_ORDER_ROW},
                                            tile = {.kind = HEDRA_ORDER_HYBRID,
                                                    .tile = {2, 1, 2},
                                                    .outer = &row,
                                                    .inner = &row};
    uint64_t table[CELLS];
    for (int n = 0; n < CELLS; n++)
        table[n] = (uint64_t)(n * 27 % CELLS);
    const struct hedra_order_options order[] = {
        {.kind = HEDRA_ORDER_TABLE, .table = table},
        {.kind = HEDRA_ORDER_HILBERT, .fit = HEDRA_ORDER_EXACT},
        {.kind = HEDRA_ORDER_ROW, .leading = {4, 7, 5}},
        {.kind = HEDRA_ORDER_HYBRID,
         .tile = {2, 2, 2},
         .outer = &row,
         .inner = &tile},
        {.kind = HEDRA_ORDER_MORTON, .fit = HEDRA_ORDER_PAD},
        {.kind = HEDRA_ORDER_HILBERT, .fit = HEDRA_ORDER_PAD}};
    for (int k = 0; k < 6; k++) {
        const int64_t cubes[3] = {4, k < 4 ? 4 : 5, k < 4 ? 4 : 3};
        struct hedra_md_options o;
        struct hedra_md_particles p = lattice(cubes, &o);
        o.order = &order[k];
        o.real = k & 1;
        check(&o, &p, NULL, 830 + k);
        check(&o, &p, NULL, 841 + k);
        particles_free(&p);
    }
}

/* A large droplet and a small one in opposite corners of a box. */
static struct hedra_md_particles droplets(struct hedra_md_options *o)
{
    static const double of[2][4] = {{.23, .22, .24, .19}, {.8, .78, .76, .14}};
    const int64_t cubes[3] = {20, 20, 20};
    struct hedra_md_particles p = lattice(cubes, o);
    int64_t count = 0;
    for (int64_t n = 0; n < p.count; n++) {
        bool is_in = false;
        for (int d = 0; d < 2; d++) {
            double far = 0;
            for (int a = 0; a < 3; a++) {
                const double by = p.position[3 * n + a] / o->high[a] - of[d][a];
                far += by * by;
            }
            is_in |= far < of[d][3] * of[d][3];
        }
        for (int a = 0; a < 3 && is_in; a++) {
            p.position[3 * count + a] = p.position[3 * n + a];
            p.velocity[3 * count + a] = p.velocity[3 * n + a] / 2;
        }
        count += is_in;
    }
    p.count = count;
    o->energy = HEDRA_MD_SMOOTH;
    o->every = 5;
    return p;
}

/* The pairs of the busiest rank by those of a rank in the mean, after two
 * builds of lists; the same bits as one object. */
static double find_busiest(enum hedra_md_own owns, int64_t every,
                           const struct hedra_md_options *o,
                           const struct hedra_md_particles *p,
                           struct hedra_md *one, int64_t *ghosts)
{
    const int form = 850 + 2 * (int)owns + (every > 0);
    const struct hedra_md_particles mine = share(p, false);
    struct hedra_md_mpi *all;
    must(hedra_md_mpi_create(MPI_COMM_WORLD, owns, o, &mine, &all, &why),
         "create", form);
    must(hedra_md_mpi_set_balance(all, every, HEDRA_MD_BY_NEIGHBOURS, &why),
         "balance", form);
    must(hedra_md_mpi_step(all, 12, &why), "step", form);
    measure(one, all, form);
    compare(one, all, p->count, form);
    const struct hedra_md_counts c = hedra_md_mpi_counts(all);
    if (ranks > 1 && (c.balances > 0) != (every > 0))
        fail("borders move otherwise than they are to", form);
    *ghosts = sum_of(c.ghosts);
    const double mean = (double)sum_of(c.neighbours) / ranks;
    hedra_md_mpi_destroy(all);
    return (double)most_of(c.neighbours) / mean;
}

static void check_droplets(void)
{
    struct hedra_md_options o;
    struct hedra_md_particles p = droplets(&o);
    struct hedra_md *one = NULL;
    int64_t ghosts[3];
    if (rank == 0) {
        must(hedra_md_create(&o, &p, &one, &why), "create one", 850);
        must(hedra_md_step(one, 12, &why), "step one", 850);
    }
    const double bricks =
                     find_busiest(HEDRA_MD_BRICKS, 0, &o, &p, one, &ghosts[0]),
                 moved =
                     find_busiest(HEDRA_MD_BRICKS, 1, &o, &p, one, &ghosts[1]),
                 curve =
                     find_busiest(HEDRA_MD_CURVE, 1, &o, &p, one, &ghosts[2]);
    if (rank == 0)
        printf("%d ranks: the busiest has %.3f of the mean work in bricks, "
               "%.3f in balanced ones, %.3f in stretches; ghosts %lld, %lld, "
               "%lld of %lld particles\n",
               ranks, bricks, moved, curve, (long long)ghosts[0],
               (long long)ghosts[1], (long long)ghosts[2], (long long)p.count);
    if (!(curve < 1.08))
        fail("stretches are not balanced", 850);
    if (ranks == 8 && !(moved > 1.5 && bricks > moved))
        fail("bricks are balanced as well", 850);
    hedra_md_destroy(one);
    particles_free(&p);
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    check_cells();
    check_all_near();
    check_orders();
    check_droplets();
    return finish_ranks(failures);
}
