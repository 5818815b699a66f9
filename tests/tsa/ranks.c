/*
 * The lattice over MPI against the same lattice on one rank, which every rank
 * computes for itself: the same bits, and the same observables.
 */
#include "runtime/tsa_mpi.h"
#include "tests/tsa/lattice.h"
#include "tests/tsa/mpi_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, failures;

static double *cut(const double *all, int64_t nx,
                   const struct hedra_tsa_part *part)
{
    double *own = malloc((size_t)(part->width * part->height) * sizeof *own);
    if (!own)
        abort();
    for (int64_t y = 0; y < part->height; y++)
        memcpy(own + y * part->width, all + (part->y + y) * nx + part->x,
               (size_t)part->width * sizeof *own);
    return own;
}

static void fail(const struct hedra_tsa_options *o, const char *what)
{
    printf("rank %d, %lld x %lld, periodic %d%d, order %d, links %d, fused %d, "
           "imaginary %d: %s\n",
           rank, (long long)o->nx, (long long)o->ny, o->periodic_x,
           o->periodic_y, o->order, o->link_x != NULL, o->fused, o->imaginary,
           what);
    failures++;
}

/* Are the rank's sites those of the whole lattice `t`? Bit for bit, or within
 * a tolerance. */
static void compare(const struct hedra_tsa_options *o,
                    const struct hedra_tsa *t, const struct hedra_tsa_mpi *m,
                    const struct hedra_tsa_part *part)
{
    int64_t count = part->width * part->height;
    double most = 0, bound = o->imaginary ? 1e-14 : 0;
    double *want = malloc(4 * (size_t)count * sizeof *want);
    double *got = want + 2 * count;
    lattice_check(hedra_tsa_get_part(t, part, want, want + count), "get part");
    lattice_check(hedra_tsa_mpi_get(m, got, got + count), "get");
    for (int64_t k = 0; k < 2 * count; k++)
        most = fmax(most, fabs(want[k] - got[k]));
    if (!(most <= bound))
        fail(o, "differs from one rank");
    free(want);
}

static void observe(const struct hedra_tsa_options *o,
                    const struct hedra_tsa *t, struct hedra_tsa_mpi *m)
{
    struct hedra_tsa_observables a, b;
    lattice_check(hedra_tsa_observe(t, &a), "observe");
    lattice_check(hedra_tsa_mpi_observe(m, &b), "observe all");
    if (!(fabs(a.norm - b.norm) < 1e-13 && fabs(a.energy - b.energy) < 1e-12 &&
          fabs(a.mean[0] - b.mean[0]) < 1e-10 &&
          fabs(a.mean[1] - b.mean[1]) < 1e-10 &&
          fabs(a.variance[0] - b.variance[0]) < 1e-7 &&
          fabs(a.variance[1] - b.variance[1]) < 1e-7))
        fail(o, "observes something else than one rank");
}

static void correlate(const struct hedra_tsa_options *o,
                      const struct hedra_tsa *t, const struct hedra_tsa_mpi *m)
{
    double a[2], b[2];
    lattice_check(hedra_tsa_autocorrelation(t, &a[0], &a[1]), "overlap");
    lattice_check(hedra_tsa_mpi_autocorrelation(m, &b[0], &b[1]),
                  "overlap of all");
    if (!(hypot(a[0] - b[0], a[1] - b[1]) < 1e-13) || hypot(a[0], a[1]) > 0.999)
        fail(o, "another autocorrelation than one rank's");
}

static void want(const struct hedra_tsa_options *o, int got, int wanted,
                 const char *what)
{
    if (got != wanted)
        fail(o, what);
}

static char *read_file(const char *path, size_t *bytes)
{
    FILE *file = fopen(path, "rb");
    char *all = file ? malloc(1 << 22) : NULL;
    if (!all)
        abort();
    *bytes = fread(all, 1, 1 << 22, file);
    fclose(file);
    return all;
}

/* One rank's file and that of all, byte for byte. */
static void compare_files(const struct hedra_tsa_options *o,
                          const struct hedra_tsa *t)
{
    size_t one, all;
    if (rank > 0)
        return;
    char *bytes = read_file(path_of("all"), &all);
    lattice_check(hedra_tsa_checkpoint(t, path_of("one"), "notes", 5), "save");
    char *wanted = read_file(path_of("one"), &one);
    if (one != all || memcmp(bytes, wanted, all) != 0)
        fail(o, "another checkpoint than one rank's");
    free(bytes);
    free(wanted);
    remove(path_of("one"));
}

/* Goes on from a checkpoint, with the same bits; and what is no checkpoint. */
static void go_on(const struct hedra_tsa_options *o, struct hedra_tsa *t,
                  struct hedra_tsa_mpi *m, const struct hedra_tsa_part *part)
{
    struct hedra_tsa_mpi *again;
    void *notes;
    size_t bytes;
    lattice_check(hedra_tsa_mpi_checkpoint(m, path_of("all"),
                                           rank == 0 ? "notes" : NULL,
                                           rank == 0 ? 5 : 0),
                  "save all");
    if (!o->imaginary)
        compare_files(o, t);
    lattice_check(hedra_tsa_mpi_restart(MPI_COMM_WORLD, path_of("all"), o,
                                        &again, &notes, &bytes),
                  "restart");
    if (bytes != 5 || memcmp(notes, "notes", 5) != 0)
        fail(o, "other notes");
    lattice_check(hedra_tsa_step(t, 3), "step");
    lattice_check(hedra_tsa_mpi_step(again, 3), "step all");
    compare(o, t, again, part);
    hedra_tsa_mpi_destroy(again);
    free(notes);
    if (rank == 0 && truncate(path_of("all"), 200) != 0)
        abort();
    want(o,
         hedra_tsa_mpi_restart(MPI_COMM_WORLD, path_of("all"), NULL, &again,
                               NULL, NULL),
         HEDRA_TSA_DAMAGED, "took a damaged file");
    if (rank == 0)
        remove(path_of("all"));
    want(o,
         hedra_tsa_mpi_restart(MPI_COMM_WORLD, path_of("all"), NULL, &again,
                               NULL, NULL),
         HEDRA_TSA_FILE, "took no file");
    want(o, again != NULL, 0, "made something of it");
    want(o,
         hedra_tsa_mpi_restart(MPI_COMM_WORLD, NULL, NULL, &again, NULL, NULL),
         HEDRA_TSA_NULL, "took no name");
    want(o, hedra_tsa_mpi_checkpoint(m, "/nowhere/at/all", NULL, 0),
         HEDRA_TSA_FILE, "wrote nowhere");
    want(o, hedra_tsa_mpi_checkpoint(m, NULL, NULL, 0), HEDRA_TSA_NULL,
         "wrote to no name");
}

static void check(struct hedra_tsa_options o, const struct lattice_state *s,
                  bool links, bool saves)
{
    struct hedra_tsa_part part;
    struct hedra_tsa_mpi *m;
    struct hedra_tsa_options mine = o;
    lattice_check(hedra_tsa_mpi_part(MPI_COMM_WORLD, o.nx, o.ny, &part),
                  "part");
    double *re = cut(s->re, o.nx, &part), *im = cut(s->im, o.nx, &part);
    double *lx = cut(s->link_x, o.nx, &part), *ly = cut(s->link_y, o.nx, &part);
    double *u = cut(s->potential, o.nx, &part);
    if (links) {
        o.link_x = s->link_x;
        o.link_y = s->link_y;
        o.potential = s->potential;
        mine.link_x = lx;
        mine.link_y = ly;
        mine.potential = u;
    }
    struct hedra_tsa *t = lattice_new(&o);
    lattice_put(t, &o, s->re, s->im);
    lattice_check(hedra_tsa_mpi_create(MPI_COMM_WORLD, &mine, &m), "create");
    lattice_check(hedra_tsa_mpi_put(m, re, im), "put");
    observe(&o, t, m);
    want(&o, hedra_tsa_mpi_autocorrelation(m, re, im), HEDRA_TSA_NULL,
         "correlated with no state");
    if (!saves) { /* checkpoints over MPI do without it */
        lattice_check(hedra_tsa_mark(t), "mark");
        lattice_check(hedra_tsa_mpi_mark(m), "mark all");
    }
    for (int steps = 7; steps >= (o.imaginary ? 1 : -2); steps -= 3) {
        lattice_check(hedra_tsa_step(t, steps), "step");
        lattice_check(hedra_tsa_mpi_step(m, steps), "step all");
        compare(&o, t, m, &part);
    }
    observe(&o, t, m);
    if (!saves)
        correlate(&o, t, m);
    else
        go_on(&o, t, m, &part);
    hedra_tsa_mpi_destroy(m);
    hedra_tsa_destroy(t);
    free(re);
    free(im);
    free(lx);
    free(ly);
    free(u);
}

/* What is refused, on all ranks, where one alone has given it too. ----------
 */

static void refuse(struct hedra_tsa_options o, int wanted, const char *what)
{
    struct hedra_tsa_mpi *m = (struct hedra_tsa_mpi *)&o;
    want(&o, hedra_tsa_mpi_create(MPI_COMM_WORLD, &o, &m), wanted, what);
    want(&o, m != NULL, false, "left an object");
}

static void check_options(const struct hedra_tsa_options *good, bool one)
{
    const double infinite = one ? INFINITY : 1;
    struct hedra_tsa_part part;
    struct hedra_tsa_mpi *m;
    want(good, hedra_tsa_mpi_create(MPI_COMM_WORLD, one ? NULL : good, &m),
         HEDRA_TSA_NULL, "took no options");
    want(good, hedra_tsa_mpi_create(MPI_COMM_WORLD, good, one ? NULL : &m),
         HEDRA_TSA_NULL, "put it nowhere");
    want(good, hedra_tsa_mpi_part(MPI_COMM_WORLD, good->nx, good->ny, NULL),
         HEDRA_TSA_NULL, "put a rectangle nowhere");
#define REFUSE(change, error)                                                  \
    do {                                                                       \
        struct hedra_tsa_options o = *good;                                    \
        change;                                                                \
        refuse(o, error, #change);                                             \
    } while (0)
    REFUSE(o.nx = 0, HEDRA_TSA_SIZE);
    REFUSE(o.ny = -3, HEDRA_TSA_SIZE);
    REFUSE(o.nx = INT64_MIN, HEDRA_TSA_SIZE);
    REFUSE(o.nx = INT64_MAX, HEDRA_TSA_SIZE);
    REFUSE(o.ny = INT64_MAX, HEDRA_TSA_SIZE);
    REFUSE(o.nx = o.ny = INT64_C(1) << 35, HEDRA_TSA_SIZE);
    REFUSE((o.nx = 65, o.periodic_x = true), HEDRA_TSA_PERIODIC);
    REFUSE((o.ny = 63, o.periodic_y = true), HEDRA_TSA_PERIODIC);
    REFUSE(o.fused = -1, HEDRA_TSA_VALUE);
    REFUSE(o.fused = INT32_MIN, HEDRA_TSA_VALUE);
    REFUSE(o.real = 7, HEDRA_TSA_VALUE);
    REFUSE(o.order = 3, HEDRA_TSA_VALUE);
    REFUSE(o.threads = -1, HEDRA_TSA_VALUE);
    REFUSE(o.step = NAN, HEDRA_TSA_VALUE);
    REFUSE(o.vx = INFINITY, HEDRA_TSA_VALUE);
    REFUSE(o.vy = infinite, HEDRA_TSA_VALUE);
    lattice_check(hedra_tsa_mpi_part(MPI_COMM_WORLD, good->nx, good->ny, &part),
                  "part");
    double *value = calloc((size_t)(part.width * part.height), sizeof *value);
    if (!value)
        abort();
    value[part.width * part.height - 1] = one ? NAN : 1;
    REFUSE(o.link_x = value, HEDRA_TSA_VALUE);
    REFUSE(o.link_y = value, HEDRA_TSA_VALUE);
    REFUSE(o.potential = value, HEDRA_TSA_VALUE);
    free(value);
}

static void check_calls(const struct hedra_tsa_options *good, bool one)
{
    struct hedra_tsa_observables now;
    struct hedra_tsa_mpi *m;
    double x, *re = calloc((size_t)(good->nx * good->ny), sizeof *re);
    if (!re)
        abort();
    lattice_check(hedra_tsa_mpi_create(MPI_COMM_WORLD, good, &m), "create");
#define REFUSED(call, error) want(good, call, error, #call)
    REFUSED(hedra_tsa_mpi_put(NULL, re, re), HEDRA_TSA_NULL);
    REFUSED(hedra_tsa_mpi_put(m, one ? NULL : re, re), HEDRA_TSA_NULL);
    REFUSED(hedra_tsa_mpi_put(m, re, one ? NULL : re), HEDRA_TSA_NULL);
    REFUSED(hedra_tsa_mpi_get(NULL, re, re), HEDRA_TSA_NULL);
    REFUSED(hedra_tsa_mpi_get(m, NULL, re), HEDRA_TSA_NULL);
    REFUSED(hedra_tsa_mpi_get(m, re, NULL), HEDRA_TSA_NULL);
    REFUSED(hedra_tsa_mpi_step(NULL, 1), HEDRA_TSA_NULL);
    REFUSED(hedra_tsa_mpi_step(m, INT64_MAX), HEDRA_TSA_VALUE);
    REFUSED(hedra_tsa_mpi_step(m, INT64_MIN), HEDRA_TSA_VALUE);
    REFUSED(hedra_tsa_mpi_observe(NULL, &now), HEDRA_TSA_NULL);
    REFUSED(hedra_tsa_mpi_observe(m, one ? NULL : &now), HEDRA_TSA_NULL);
    REFUSED(hedra_tsa_mpi_observe(m, &now), HEDRA_TSA_ZERO); /* of zeros */
    REFUSED(hedra_tsa_mpi_mark(NULL), HEDRA_TSA_NULL);
    lattice_check(hedra_tsa_mpi_mark(m), "mark");
    REFUSED(hedra_tsa_mpi_autocorrelation(NULL, &x, &x), HEDRA_TSA_NULL);
    REFUSED(hedra_tsa_mpi_autocorrelation(m, one ? NULL : &x, &x),
            HEDRA_TSA_NULL);
    REFUSED(hedra_tsa_mpi_autocorrelation(m, &x, one ? NULL : &x),
            HEDRA_TSA_NULL);
    re[0] = one ? NAN : 1;
    REFUSED(hedra_tsa_mpi_put(m, re, re), HEDRA_TSA_VALUE);
    hedra_tsa_mpi_destroy(m);
    hedra_tsa_mpi_destroy(NULL);
    free(re);
}

static void check_refused(void)
{
    const struct hedra_tsa_options good = {.nx = 64,
                                           .ny = 64,
                                           .real = HEDRA_TSA_DOUBLE,
                                           .step = 0.1,
                                           .vx = 1,
                                           .vy = 1};
    struct hedra_tsa_options narrow = good;
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    check_options(&good, rank == ranks - 1);
    check_calls(&good, rank == ranks - 1);
    narrow.nx = narrow.ny = 5;
    if (ranks > 1)
        refuse(narrow, HEDRA_TSA_SIZE, "rectangles of less than 6 sites");
}

int main(int argc, char **argv)
{
    static const int64_t size[][2] = {{32, 48}, {47, 61}, {96, 26}, {130, 100}};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int k = 0; k < 4; k++) {
        struct lattice_state s = lattice_random(size[k][0], size[k][1]);
        for (int form = 0; form < 32; form++) {
            struct hedra_tsa_options o = {.nx = size[k][0],
                                          .ny = size[k][1],
                                          .real = HEDRA_TSA_DOUBLE,
                                          .step = 0.15,
                                          .vx = 1,
                                          .vy = 0.8,
                                          .fused = k,
                                          .order = form & 4 ? 4 : 2};
            o.periodic_x = (form & 1) && o.nx % 2 == 0;
            o.periodic_y = (form & 2) && o.ny % 2 == 0;
            o.imaginary = form & 16;
            check(o, &s, form & 8, (form + k) % 4 == 0);
        }
        lattice_free(&s);
    }
    check_refused();
    return finish_ranks(failures);
}
