/*
 * The lattice over MPI against the same lattice on one rank, which every rank
 * computes for itself: the same bits, in imaginary time too, and the same
 * observables; and what is refused, on all ranks alike.
 */
#include "runtime/include/hedra_tsa_mpi.h"
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
    printf("rank %d, %lld x %lld, real %d, periodic %d%d, order %d, links %d, "
           "fused %d, imaginary %d: %s\n",
           rank, (long long)o->nx, (long long)o->ny, o->real, o->periodic_x,
           o->periodic_y, o->order, o->link_x || o->link_y, o->fused,
           o->imaginary, what);
    failures++;
}

/* Are the rank's sites those of the whole lattice `t`, bit for bit? */
static void compare(const struct hedra_tsa_options *o,
                    const struct hedra_tsa *t, const struct hedra_tsa_mpi *m,
                    const struct hedra_tsa_part *part)
{
    const size_t size = o->real == HEDRA_TSA_FLOAT ? sizeof(float) : 8;
    const size_t bytes = (size_t)(part->width * part->height) * size;
    char *wanted = malloc(4 * bytes), *got = wanted + 2 * bytes;
    lattice_check(hedra_tsa_get_part(t, part, wanted, wanted + bytes, &why),
                  "get part");
    lattice_check(hedra_tsa_mpi_get(m, got, got + bytes, &why), "get");
    if (memcmp(wanted, got, 2 * bytes) != 0)
        fail(o, "differs from one rank");
    free(wanted);
}

/* The rank's rectangle of the state. */
static void put(struct hedra_tsa_mpi *m, const struct hedra_tsa_options *o,
                const double *re, const double *im, int64_t count)
{
    if (o->real == HEDRA_TSA_DOUBLE) {
        lattice_check(hedra_tsa_mpi_put(m, re, im, &why), "put");
        return;
    }
    float *f = malloc(2 * (size_t)count * sizeof *f);
    for (int64_t k = 0; k < count; k++) {
        f[k] = (float)re[k];
        f[count + k] = (float)im[k];
    }
    lattice_check(hedra_tsa_mpi_put(m, f, f + count, &why), "put");
    free(f);
}

static void observe(const struct hedra_tsa_options *o,
                    const struct hedra_tsa *t, struct hedra_tsa_mpi *m)
{
    struct hedra_tsa_observables a, b;
    lattice_check(hedra_tsa_observe(t, &a, &why), "observe");
    lattice_check(hedra_tsa_mpi_observe(m, &b, &why), "observe all");
    const double unit = fmax(1, fabs(a.energy));
    if (!(fabs(a.norm - b.norm) < 1e-13 &&
          fabs(a.energy - b.energy) < 1e-12 * unit &&
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
    lattice_check(hedra_tsa_autocorrelation(t, &a[0], &a[1], &why), "overlap");
    lattice_check(hedra_tsa_mpi_autocorrelation(m, &b[0], &b[1], &why),
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
    lattice_check(hedra_tsa_checkpoint(t, path_of("one"), "notes", 5, &why),
                  "save");
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
                                           rank == 0 ? 5 : 0, &why),
                  "save all");
    compare_files(o, t);
    lattice_check(hedra_tsa_mpi_restart(MPI_COMM_WORLD, path_of("all"), o,
                                        &again, &notes, &bytes, &why),
                  "restart");
    if (bytes != 5 || memcmp(notes, "notes", 5) != 0)
        fail(o, "other notes");
    lattice_check(hedra_tsa_step(t, 3, &why), "step");
    lattice_check(hedra_tsa_mpi_step(again, 3, &why), "step all");
    compare(o, t, again, part);
    hedra_tsa_mpi_destroy(again);
    free(notes);
    if (rank == 0 && truncate(path_of("all"), 200) != 0)
        abort();
    want(o,
         hedra_tsa_mpi_restart(MPI_COMM_WORLD, path_of("all"), NULL, &again,
                               NULL, NULL, &why),
         HEDRA_ERROR_DAMAGED, "took a damaged file");
    if (rank == 0)
        remove(path_of("all"));
    want(o,
         hedra_tsa_mpi_restart(MPI_COMM_WORLD, path_of("all"), NULL, &again,
                               NULL, NULL, &why),
         HEDRA_ERROR_FILE, "took no file");
    want(o, again != NULL, 0, "made something of it");
    want(o,
         hedra_tsa_mpi_restart(MPI_COMM_WORLD, NULL, NULL, &again, NULL, NULL,
                               &why),
         HEDRA_ERROR_ARGUMENT, "took no name");
    want(o, hedra_tsa_mpi_checkpoint(m, "/nowhere/at/all", NULL, 0, &why),
         HEDRA_ERROR_FILE, "wrote nowhere");
    want(o, hedra_tsa_mpi_checkpoint(m, NULL, NULL, 0, &why),
         HEDRA_ERROR_ARGUMENT, "wrote to no name");
}

/* Packets, one across the edges of rectangles, and plane waves. */
static void compare_packets(const struct hedra_tsa_options *o,
                            struct hedra_tsa *t, struct hedra_tsa_mpi *m,
                            const struct hedra_tsa_part *part)
{
    const double centre[2] = {(double)o->nx / 2 + 0.3, 2};
    const double sigma[2] = {3, 2.5}, k[2] = {0.7, -1.1};
    lattice_check(hedra_tsa_gaussian(t, centre, sigma, k, &why), "packet");
    lattice_check(hedra_tsa_mpi_gaussian(m, centre, sigma, k, &why),
                  "packet of all");
    compare(o, t, m, part);
    lattice_check(hedra_tsa_plane_wave(t, k, &why), "wave");
    lattice_check(hedra_tsa_mpi_plane_wave(m, k, &why), "wave of all");
    compare(o, t, m, part);
}

static void check(struct hedra_tsa_options o, const struct lattice_state *s,
                  bool links, bool saves)
{
    struct hedra_tsa_part part;
    struct hedra_tsa_mpi *m;
    struct hedra_tsa_options mine = o;
    lattice_check(hedra_tsa_mpi_part(MPI_COMM_WORLD, o.nx, o.ny, &part, &why),
                  "part");
    double *re = cut(s->re, o.nx, &part), *im = cut(s->im, o.nx, &part);
    double *lx = cut(s->link_x, o.nx, &part), *ly = cut(s->link_y, o.nx, &part);
    double *u = cut(s->potential, o.nx, &part);
    if (links && o.nx != 32) {
        o.link_x = s->link_x;
        mine.link_x = lx;
    }
    if (links && o.nx != 47) {
        o.link_y = s->link_y;
        o.potential = s->potential;
        mine.link_y = ly;
        mine.potential = u;
    }
    struct hedra_tsa *t = lattice_new(&o);
    lattice_check(hedra_tsa_mpi_create(MPI_COMM_WORLD, &mine, &m, &why),
                  "create");
    compare_packets(&o, t, m, &part);
    lattice_put(t, &o, s->re, s->im);
    put(m, &o, re, im, part.width * part.height);
    observe(&o, t, m);
    want(&o, hedra_tsa_mpi_autocorrelation(m, re, im, &why),
         HEDRA_ERROR_ARGUMENT, "correlated with no state");
    if (!saves) { /* checkpoints over MPI do without it */
        lattice_check(hedra_tsa_mark(t, &why), "mark");
        lattice_check(hedra_tsa_mpi_mark(m, &why), "mark all");
    }
    for (int steps = 7; steps >= (o.imaginary ? 1 : -2); steps -= 3) {
        lattice_check(hedra_tsa_step(t, steps, &why), "step");
        lattice_check(hedra_tsa_mpi_step(m, steps, &why), "step all");
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

/* What one rank's options (the last one's) or all of them make wrong. */
static void refuse(struct hedra_tsa_options o, int wanted, const char *what)
{
    struct hedra_tsa_mpi *m = (struct hedra_tsa_mpi *)&o;
    want(&o, hedra_tsa_mpi_create(MPI_COMM_WORLD, &o, &m, &why), wanted, what);
    if (m)
        fail(&o, "made something of it");
}

static void check_refused(void)
{
    const struct hedra_tsa_options good = {
        .nx = 64, .ny = 48, .real = HEDRA_TSA_DOUBLE, .step = 0.1, .vx = 1};
    double *table = calloc(64 * 48, sizeof *table);
    struct hedra_tsa_part part;
    struct hedra_tsa_mpi *m;
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const bool last = rank == ranks - 1;
#define REFUSE(change, error)                                                  \
    do {                                                                       \
        struct hedra_tsa_options o = good;                                     \
        change;                                                                \
        refuse(o, error, #change);                                             \
    } while (0)
    REFUSE(o.nx = 0, HEDRA_ERROR_SIZE);
    REFUSE(o.ny = -1, HEDRA_ERROR_SIZE);
    REFUSE(o.nx = INT64_MAX, HEDRA_ERROR_SIZE);
    REFUSE(o.ny = INT64_MAX, HEDRA_ERROR_SIZE);
    REFUSE(o.nx = o.ny = INT64_C(1) << 35, HEDRA_ERROR_SIZE);
    REFUSE((o.nx = 63, o.periodic_x = true), HEDRA_ERROR_PERIODIC);
    REFUSE(o.real = 7, HEDRA_ERROR_VALUE);
    REFUSE(o.order = 3, HEDRA_ERROR_VALUE);
    REFUSE(o.fused = -1, HEDRA_ERROR_VALUE);
    REFUSE(o.step = NAN, HEDRA_ERROR_VALUE);
    REFUSE(o.threads = last ? -1 : 1, HEDRA_ERROR_VALUE);
    table[5] = INFINITY;
    REFUSE(o.potential = table, HEDRA_ERROR_VALUE);
    table[5] = 0;
    if (ranks > 1) {
        table[5] = last ? NAN : 0;
        REFUSE(o.link_y = table, HEDRA_ERROR_VALUE);
        table[5] = 0;
        REFUSE(o.nx = last ? 66 : 64, HEDRA_ERROR_VALUE);
        REFUSE(o.real = last ? HEDRA_TSA_FLOAT : o.real, HEDRA_ERROR_VALUE);
        REFUSE(o.step = last ? 0.2 : 0.1, HEDRA_ERROR_VALUE);
        REFUSE(o.periodic_y = last, HEDRA_ERROR_VALUE);
        REFUSE(o.link_x = last ? table : NULL, HEDRA_ERROR_VALUE);
        REFUSE(o.nx = o.ny = 6, HEDRA_ERROR_SIZE); /* too many ranks */
    }
    want(&good,
         hedra_tsa_mpi_create(MPI_COMM_WORLD, last ? NULL : &good, &m, &why),
         HEDRA_ERROR_ARGUMENT, "took no options");
    want(&good, hedra_tsa_mpi_part(MPI_COMM_WORLD, 64, 48, NULL, &why),
         HEDRA_ERROR_ARGUMENT, "gave no part");
    want(&good, hedra_tsa_mpi_part(MPI_COMM_WORLD, INT64_MAX, 2, &part, &why),
         HEDRA_ERROR_SIZE, "gave a part of too much");
    free(table);
}

/* The largest lattice of which a rectangle would have 5 sites along the axis
 * that is divided, and the smallest of 6; and the axis that has fewer borders.
 */
static void check_parts(void)
{
    const struct hedra_tsa_options none = {.nx = 5};
    struct hedra_tsa_part part;
    int ranks;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int axis = 0; axis < 2 && ranks > 1; axis++)
        for (int64_t n = 6 * ranks - 1; n <= 6 * ranks; n++) {
            want(&none,
                 hedra_tsa_mpi_part(MPI_COMM_WORLD, axis ? 5 : n, axis ? n : 5,
                                    &part, &why),
                 n < 6 * ranks ? HEDRA_ERROR_SIZE : HEDRA_OK,
                 "divides an axis in another way");
            if (n == 6 * ranks &&
                (part.width != (axis ? 5 : 6) || part.height != (axis ? 6 : 5)))
                fail(&none, "gives another rectangle");
        }
}

/* NULL, and values that are not finite on one rank alone. */
static void check_calls(void)
{
    const struct hedra_tsa_options o = {.nx = 64,
                                        .ny = 48,
                                        .real = HEDRA_TSA_DOUBLE,
                                        .step = 0.1,
                                        .vx = 1,
                                        .imaginary = true};
    const double two[2] = {2, 2}, none[2] = {2, 0}, far[2] = {1e9, 1};
    double *re = calloc(64 * 48, sizeof *re), *im = calloc(64 * 48, sizeof *im);
    struct hedra_tsa_observables now;
    struct hedra_tsa_mpi *m;
    lattice_check(hedra_tsa_mpi_create(MPI_COMM_WORLD, &o, &m, &why), "create");
    want(&o, hedra_tsa_mpi_put(m, rank ? re : NULL, im, &why),
         HEDRA_ERROR_ARGUMENT, "put nothing");
    want(&o, hedra_tsa_mpi_observe(m, &now, &why), HEDRA_ERROR_ZERO,
         "saw zeros");
    want(&o, hedra_tsa_mpi_step(m, 1, &why), HEDRA_ERROR_ZERO,
         "normalised zeros");
    re[7] = rank ? 1 : NAN;
    want(&o, hedra_tsa_mpi_put(m, re, im, &why), HEDRA_ERROR_VALUE,
         "put no number");
    want(&o, hedra_tsa_mpi_plane_wave(m, rank ? two : NULL, &why),
         HEDRA_ERROR_ARGUMENT, "no momentum");
    want(&o, hedra_tsa_mpi_gaussian(m, two, rank ? two : none, two, &why),
         HEDRA_ERROR_VALUE, "no width");
    want(&o, hedra_tsa_mpi_gaussian(m, far, two, two, &why), HEDRA_ERROR_ZERO,
         "far away");
    want(&o, hedra_tsa_mpi_step(m, -1, &why), HEDRA_ERROR_REVERSE, "went back");
    want(&o, hedra_tsa_mpi_step(m, INT64_MAX, &why), HEDRA_ERROR_VALUE,
         "went on");
    want(&o, hedra_tsa_mpi_step(NULL, 1, &why), HEDRA_ERROR_ARGUMENT,
         "no lattice");
    want(&o, hedra_tsa_mpi_get(NULL, re, im, &why), HEDRA_ERROR_ARGUMENT,
         "no lattice");
    want(&o, hedra_tsa_mpi_observe(m, NULL, &why), HEDRA_ERROR_ARGUMENT,
         "nowhere");
    hedra_tsa_mpi_destroy(m);
    hedra_tsa_mpi_destroy(NULL);
    free(re);
    free(im);
}

/* Imaginary time in long calls: potentials that are far from 0 and from each
 * other, and tails too small for normal numbers. */
static void check_long(int real, bool links)
{
    struct hedra_tsa_options o = {.nx = 47,
                                  .ny = 30,
                                  .real = real,
                                  .step = 0.1,
                                  .vx = 1,
                                  .vy = 0.8,
                                  .order = links ? 4 : 2,
                                  .imaginary = true};
    const double centre[2] = {16, 14}, sigma[2] = {0.5, 0.4}, k[2] = {1, 2};
    struct lattice_state s = lattice_random(o.nx, o.ny);
    struct hedra_tsa_options mine = o;
    struct hedra_tsa_part part;
    struct hedra_tsa_mpi *m;
    lattice_check(hedra_tsa_mpi_part(MPI_COMM_WORLD, o.nx, o.ny, &part, &why),
                  "part");
    for (int64_t i = 0; i < o.nx * o.ny; i++)
        s.potential[i] = 800 + 50 * s.potential[i];
    if (!links)
        s.potential[0] = 1e5; /* a site that keeps nothing */
    double *u = cut(s.potential, o.nx, &part);
    double *lx = cut(s.link_x, o.nx, &part);
    double *re = cut(s.re, o.nx, &part), *im = cut(s.im, o.nx, &part);
    o.potential = s.potential;
    mine.potential = u;
    if (links) {
        o.link_x = s.link_x;
        mine.link_x = lx;
    }
    struct hedra_tsa *t = lattice_new(&o);
    lattice_check(hedra_tsa_mpi_create(MPI_COMM_WORLD, &mine, &m, &why),
                  "create");
    lattice_check(hedra_tsa_gaussian(t, centre, sigma, k, &why), "packet");
    lattice_check(hedra_tsa_mpi_gaussian(m, centre, sigma, k, &why),
                  "packet of all");
    for (int calls = 0; calls < 2; calls++) {
        lattice_check(hedra_tsa_step(t, 90, &why), "long step");
        lattice_check(hedra_tsa_mpi_step(m, 90, &why), "long step of all");
        compare(&o, t, m, &part);
    }
    observe(&o, t, m);
    lattice_put(t, &o, s.re, s.im);
    put(m, &o, re, im, part.width * part.height);
    lattice_check(hedra_tsa_step(t, 9, &why), "step of a new state");
    lattice_check(hedra_tsa_mpi_step(m, 9, &why), "step of a new state of all");
    compare(&o, t, m, &part);
    hedra_tsa_mpi_destroy(m);
    hedra_tsa_destroy(t);
    free(u);
    free(lx);
    free(re);
    free(im);
    lattice_free(&s);
}

/* One step of couplings that are too strong. */
static void check_lost(void)
{
    struct hedra_tsa_options o = {
        .nx = 48, .ny = 32, .step = 1, .vx = 60, .vy = 60, .imaginary = true};
    const double k[2] = {1, 2};
    struct hedra_tsa *t = lattice_new(&o);
    struct hedra_tsa_part part;
    struct hedra_tsa_mpi *m;
    lattice_check(hedra_tsa_mpi_part(MPI_COMM_WORLD, o.nx, o.ny, &part, &why),
                  "part");
    lattice_check(hedra_tsa_mpi_create(MPI_COMM_WORLD, &o, &m, &why), "create");
    lattice_check(hedra_tsa_plane_wave(t, k, &why), "wave");
    lattice_check(hedra_tsa_mpi_plane_wave(m, k, &why), "wave of all");
    want(&o, hedra_tsa_step(t, 3, &why), HEDRA_ERROR_ZERO, "no overflow");
    want(&o, hedra_tsa_mpi_step(m, 3, &why), HEDRA_ERROR_ZERO,
         "no overflow of all");
    compare(&o, t, m, &part);
    hedra_tsa_mpi_destroy(m);
    hedra_tsa_destroy(t);
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
                                          .real = k == 2 ? HEDRA_TSA_FLOAT
                                                         : HEDRA_TSA_DOUBLE,
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
    for (int form = 0; form < 4; form++)
        check_long(form & 1, form & 2);
    check_lost();
    check_refused();
    check_parts();
    check_calls();
    return finish_ranks(failures);
}
