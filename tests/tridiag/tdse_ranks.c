/*
 * The evolution over MPI against the same evolution on one rank, which every
 * rank computes for itself; and errors, which are the same on all ranks.
 */
#include "tests/tridiag/ranks_rig.h"

#include "runtime/include/hedra_tdse_mpi.h"
#include "tests/tsa/mpi_rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef double complex number;

/* Steps of a run. */
enum { MANY = 200, FEW = 20 };

struct box {
    int64_t n, begin, own; /* points, of which this rank's begin there */
    double x0, dx, strength, *v, *w;
    number *psi;
};

static struct box box_new(int64_t n, enum parting parting)
{
    const double dx = 20.0 / (double)n;
    struct box box = {n,
                      border(parting, n, rank),
                      0,
                      -0.5 * dx * (double)(n - 1),
                      dx,
                      0.3,
                      rig_alloc(HEDRA_TRIDIAG_DOUBLE, n),
                      rig_alloc(HEDRA_TRIDIAG_DOUBLE, n),
                      rig_alloc(HEDRA_TRIDIAG_COMPLEX_DOUBLE, n)};
    box.own = border(parting, n, rank + 1) - box.begin;
    for (int64_t i = 0; i < n; i++) {
        double x = box.x0 + (double)i * dx;
        box.v[i] = -1 / sqrt(x * x + 2);
        box.w[i] = fabs(x) > 8 ? fabs(x) - 8 : 0;
        box.psi[i] = exp(-0.25 * (x - 1) * (x - 1)) * cexp(0.5 * I * x);
    }
    return box;
}

static void box_free(struct box *box)
{
    free(box->v);
    free(box->w);
    free(box->psi);
}

static double pulse(void *context, double t)
{
    const struct box *box = context;
    return box->strength * sin(0.7 * t);
}

static void shake(const struct box *box, int64_t begin, int64_t n, double t,
                  double *potential)
{
    for (int64_t i = begin; i < begin + n; i++)
        potential[i - begin] =
            box->v[i] + pulse((void *)box, t) * (box->x0 + (double)i * box->dx);
}

static void shake_all(void *context, double t, double *potential)
{
    const struct box *box = context;
    shake(box, 0, box->n, t, potential);
}

static void shake_own(void *context, double t, double *potential)
{
    const struct box *box = context;
    shake(box, box->begin, box->own, t, potential);
}

/* Gauges, and behind them a potential that moves. */
enum way { FREE, LENGTH, VELOCITY, MOVING, WAYS };

static struct hedra_tdse_options options_of(struct box *box, enum way way)
{
    return (struct hedra_tdse_options){
        .n = box->n,
        .x0 = box->x0,
        .dx = box->dx,
        .dt = 0.02,
        .potential = box->v,
        .absorber = way == FREE ? NULL : box->w,
        .gauge =
            way == MOVING ? HEDRA_TDSE_NO_LASER : (enum hedra_tdse_gauge)way,
        .field = pulse,
        .context = box,
        .moving = way == MOVING ? shake_all : NULL};
}

static struct hedra_tdse_options own_options(struct box *box, enum way way)
{
    struct hedra_tdse_options o = options_of(box, way);
    o.n = box->own;
    o.potential += box->begin;
    if (o.absorber)
        o.absorber += box->begin;
    if (o.moving)
        o.moving = shake_own;
    return o;
}

static void near(const struct box *box, const char *what, double got,
                 double wanted, double bound)
{
    char text[200];
    if (fabs(got - wanted) <= bound)
        return;
    snprintf(text, sizeof text, "n = %lld, own %lld: %.17g instead of %.17g",
             (long long)box->n, (long long)box->own, got, wanted);
    complain(what, text);
}

static void compare(const struct box *box, const struct hedra_tdse *one,
                    const struct hedra_tdse_mpi *all)
{
    const struct hedra_tdse_means a = hedra_tdse_measure(one);
    const struct hedra_tdse_means b = hedra_tdse_mpi_measure(all);
    number *whole = rig_alloc(HEDRA_TRIDIAG_COMPLEX_DOUBLE, box->n);
    number *own = rig_alloc(HEDRA_TRIDIAG_COMPLEX_DOUBLE, box->own);
    double worst = 0, largest = 0, time[2];
    hedra_tdse_get(one, whole, &time[0]);
    hedra_tdse_mpi_get(all, own, &time[1]);
    for (int64_t i = 0; i < box->n; i++)
        largest = fmax(largest, cabs(whole[i]));
    for (int64_t i = 0; i < box->own; i++)
        worst = fmax(worst, cabs(own[i] - whole[box->begin + i]));
    near(box, "psi", worst / largest, 0, 1e-12);
    near(box, "time", time[1], time[0], 0);
    near(box, "norm", b.norm, a.norm, 1e-11);
    near(box, "energy", b.energy, a.energy, 1e-10);
    near(box, "position", b.position, a.position, 1e-11);
    near(box, "variance", b.variance, a.variance, 1e-10);
    near(box, "velocity", b.velocity, a.velocity, 1e-10);
    near(box, "force", b.force, a.force, 1e-10);
    free(whole);
    free(own);
}

static void check_steps(struct box *box, enum way way, int64_t steps)
{
    const struct hedra_tdse_options o = options_of(box, way);
    const struct hedra_tdse_options mine = own_options(box, way);
    struct hedra_error why;
    struct hedra_tdse *one;
    struct hedra_tdse_mpi *all;
    int64_t begin, total;
    double z[2][2];
    if (hedra_tdse_create(&o, &one, &why))
        complain("one rank", why.text);
    want_ok(hedra_tdse_mpi_create(MPI_COMM_WORLD, &mine, &all, &why), &why,
            "create");
    hedra_tdse_mpi_points(all, &begin, &total);
    if (begin != box->begin || total != box->n)
        complain("points", "others than were given");
    hedra_tdse_set(one, box->psi, 0.3, NULL);
    want_ok(hedra_tdse_mpi_set(all, box->psi + begin, 0.3, &why), &why, "set");
    for (int k = 0; k < 2; k++) {
        hedra_tdse_step(one, steps / 2, &why);
        want_ok(hedra_tdse_mpi_step(all, steps / 2, &why), &why, "step");
        compare(box, one, all);
        hedra_tdse_set_potential(one, box->w, NULL);
        want_ok(hedra_tdse_mpi_set_potential(all, box->w + begin, &why), &why,
                "potential");
    }
    hedra_tdse_overlap(one, box->psi, z[0], NULL);
    want_ok(hedra_tdse_mpi_overlap(all, box->psi + begin, z[1], &why), &why,
            "overlap");
    near(box, "overlap", hypot(z[1][0] - z[0][0], z[1][1] - z[0][1]), 0, 1e-11);
    hedra_tdse_destroy(one);
    hedra_tdse_mpi_destroy(all);
}

static void check_ground(struct box *box, enum way way)
{
    const struct hedra_tdse_options o = options_of(box, way);
    const struct hedra_tdse_options mine = own_options(box, way);
    struct hedra_error why;
    struct hedra_tdse *one;
    struct hedra_tdse_mpi *all;
    double energy[2] = {0, 0};
    if (hedra_tdse_create(&o, &one, &why) ||
        hedra_tdse_ground(one, 1e-13, &energy[0], &why))
        complain("one rank", why.text);
    want_ok(hedra_tdse_mpi_create(MPI_COMM_WORLD, &mine, &all, &why), &why,
            "create");
    want_ok(hedra_tdse_mpi_ground(all, 1e-13, &energy[1], &why), &why,
            "ground");
    near(box, "energy of the ground state", energy[1], energy[0], 1e-11);
    near(box, "its norm", hedra_tdse_mpi_measure(all).norm, 1, 1e-12);
    hedra_tdse_destroy(one);
    hedra_tdse_mpi_destroy(all);
}

/* The whole grid goes on from the ranks' file. */
static void check_one_rank(const struct box *box, enum way way,
                           const struct hedra_tdse_mpi *all)
{
    const struct hedra_tdse_options o = options_of((struct box *)box, way);
    struct hedra_error why;
    struct hedra_tdse *one = NULL;
    char path[4096] = "";
    if (rank == 0)
        snprintf(path, sizeof path, "%s", path_of("tdse"));
    MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (hedra_tdse_restart(path, &o, &one, NULL, NULL, &why))
        complain("one rank goes on", why.text);
    else
        compare(box, one, all);
    hedra_tdse_destroy(one);
}

/* Goes on with the same bits; what is no checkpoint is refused. */
static void check_restart(struct box *box, enum way way)
{
    const struct hedra_tdse_options mine = own_options(box, way);
    const size_t size = (size_t)box->own * sizeof(number);
    number *psi[2] = {rig_alloc(HEDRA_TRIDIAG_COMPLEX_DOUBLE, box->own),
                      rig_alloc(HEDRA_TRIDIAG_COMPLEX_DOUBLE, box->own)};
    struct hedra_error why;
    struct hedra_tdse_mpi *all, *again;
    double time[2];
    char *notes;
    size_t bytes;
    want_ok(hedra_tdse_mpi_create(MPI_COMM_WORLD, &mine, &all, &why), &why,
            "create");
    want_ok(hedra_tdse_mpi_set(all, box->psi + box->begin, 0.3, &why), &why,
            "set");
    want_ok(hedra_tdse_mpi_step(all, FEW, &why), &why, "step");
    want_ok(hedra_tdse_mpi_save(all, path_of("tdse"), rank ? NULL : "notes",
                                rank ? 0 : 5, &why),
            &why, "save");
    want_ok(hedra_tdse_mpi_restart(MPI_COMM_WORLD, path_of("tdse"), &mine,
                                   &again, (void **)&notes, &bytes, &why),
            &why, "restart");
    if (bytes != 5 || memcmp(notes, "notes", 5) != 0)
        complain("notes", "are others");
    check_one_rank(box, way, all);
    hedra_tdse_mpi_step(all, FEW + 20, NULL);
    hedra_tdse_mpi_step(again, FEW + 20, NULL);
    hedra_tdse_mpi_get(all, psi[0], &time[0]);
    hedra_tdse_mpi_get(again, psi[1], &time[1]);
    if (memcmp(psi[0], psi[1], size) != 0 || time[0] != time[1])
        complain("restart", "other bits");
    hedra_tdse_mpi_destroy(all);
    hedra_tdse_mpi_destroy(again);
    free(notes);
    free(psi[0]);
    free(psi[1]);
}

static void refuse_restart(const struct hedra_tdse_options *o, const char *path,
                           enum hedra_status status, const char *what)
{
    struct hedra_error why;
    struct hedra_tdse_mpi *t;
    want(hedra_tdse_mpi_restart(MPI_COMM_WORLD, path, o, &t, NULL, NULL, &why),
         &why, status, -1, what);
    if (t)
        complain(what, "an object was made");
}

/* Of the file that check_restart left, of a moving potential. */
static void check_no_restart(struct box *box)
{
    const bool one = rank == ranks - 1;
    const enum hedra_status bad = HEDRA_ERROR_ARGUMENT;
    const struct hedra_tdse_options good = own_options(box, MOVING);
    struct hedra_tdse_options o = good;
    struct hedra_error why;
    struct hedra_tdse_mpi *t;
    o.n += one;
    refuse_restart(&o, path_of("tdse"), bad, "more points");
    o.n = one ? 0 : good.n;
    refuse_restart(&o, path_of("tdse"), bad, "no points");
    o = good;
    o.moving = one ? NULL : good.moving;
    refuse_restart(&o, path_of("tdse"), bad, "no function");
    refuse_restart(one ? NULL : &good, path_of("tdse"), bad, "no options");
    refuse_restart(&good, NULL, bad, "no name");
    if (rank == 0 && truncate(path_of("tdse"), 300) != 0)
        complain("truncate", "failed");
    refuse_restart(&good, path_of("tdse"), HEDRA_ERROR_DAMAGED, "damaged");
    if (rank == 0)
        remove(path_of("tdse"));
    refuse_restart(&good, path_of("tdse"), HEDRA_ERROR_FILE, "no file");
    want_ok(hedra_tdse_mpi_create(MPI_COMM_WORLD, &good, &t, &why), &why,
            "create");
    want(hedra_tdse_mpi_save(t, "/nowhere/at/all", NULL, 0, &why), &why,
         HEDRA_ERROR_FILE, -1, "nowhere");
    want(hedra_tdse_mpi_save(t, NULL, NULL, 0, &why), &why, bad, -1,
         "to no name");
    if (hedra_tdse_mpi_save(NULL, "x", NULL, 0, NULL) != bad)
        complain("NULL", "was saved");
    hedra_tdse_mpi_destroy(t);
}

static void check_results(void)
{
    const int64_t sizes[] = {ranks < 3 ? 3 : ranks, 2 * ranks + 1, 101, 2000};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int parting = 0; parting < PARTINGS; parting++) {
            struct box box = box_new(sizes[k], (enum parting)parting);
            for (int way = 0; way < WAYS; way++)
                check_steps(&box, (enum way)way,
                            box.n == 101 && parting == EQUAL ? MANY : FEW);
            for (int way = 0; (k == 0 || box.n > 100) && way < WAYS; way++)
                check_restart(&box, (enum way)way);
            if (box.n == 101 && parting == RISING)
                check_no_restart(&box);
            if (box.n < 1000) {
                check_ground(&box, FREE);
                check_ground(&box, MOVING);
            }
            box_free(&box);
        }
}

/* Errors ------------------------------------------------------------------- */

static void refuse(struct hedra_tdse_options o, const char *what)
{
    struct hedra_error why;
    struct hedra_tdse_mpi *t;
    want(hedra_tdse_mpi_create(MPI_COMM_WORLD, &o, &t, &why), &why,
         HEDRA_ERROR_ARGUMENT, -1, what);
    if (t)
        complain(what, "an object was made");
}

static void check_options(void)
{
    const bool one = rank == ranks - 1; /* that differs */
    const struct hedra_tdse_options good = {.n = 5, .dx = 0.1, .dt = 0.1};
    const double nan = NAN;
    struct hedra_tdse_options o = good;
    struct hedra_error why;
    struct hedra_tdse_mpi *t;
    want(hedra_tdse_mpi_create(MPI_COMM_WORLD, one ? NULL : &good, &t, &why),
         &why, HEDRA_ERROR_ARGUMENT, -1, "NULL");
    want(hedra_tdse_mpi_create(MPI_COMM_WORLD, &good, one ? NULL : &t, &why),
         &why, HEDRA_ERROR_ARGUMENT, -1, "nowhere");
    o.n = one ? 0 : 5;
    refuse(o, "no points");
    o = good;
    o.dt = one ? NAN : 0.1;
    refuse(o, "dt is not a number");
    o = good;
    double values[5] = {0};
    o.potential = values;
    values[4] = one ? nan : 0;
    refuse(o, "potential is not a number");
    o = good;
    o.n = 1;
    if (ranks < 3)
        refuse(o, "too few points");
    if (ranks == 1)
        return;
    o = good;
    o.dt = one ? 0.2 : 0.1;
    refuse(o, "dt differs");
    o = good;
    o.x0 = one;
    refuse(o, "x0 differs");
    o = good;
    o.moving = one ? shake_own : NULL;
    refuse(o, "moving differs");
}

static double no_number(void *context, double t)
{
    return rank == ranks - 1 && t > *(double *)context ? NAN : 0;
}

static void check_calls(void)
{
    const bool one = rank == ranks - 1;
    const enum hedra_status bad = HEDRA_ERROR_ARGUMENT;
    double psi[10] = {1}, values[5] = {0}, energy, z[2], end = 0.38;
    struct hedra_tdse_options o = {.n = 5,
                                   .dx = 0.1,
                                   .dt = 0.1,
                                   .gauge = HEDRA_TDSE_LENGTH,
                                   .field = no_number,
                                   .context = &end};
    struct hedra_error why;
    struct hedra_tdse_mpi *t;
    want_ok(hedra_tdse_mpi_create(MPI_COMM_WORLD, &o, &t, &why), &why,
            "create");
    want(hedra_tdse_mpi_set(t, one ? NULL : psi, 0, &why), &why, bad, -1,
         "no psi");
    want(hedra_tdse_mpi_set_potential(t, one ? NULL : values, &why), &why, bad,
         -1, "no potential");
    want(hedra_tdse_mpi_step(t, one ? -1 : 1, &why), &why, bad, -1, "back");
    want(hedra_tdse_mpi_overlap(t, psi, one ? NULL : z, &why), &why, bad, -1,
         "no overlap");
    want(hedra_tdse_mpi_ground(t, one ? 0 : 1, &energy, &why), &why, bad, -1,
         "no tolerance");
    want_ok(hedra_tdse_mpi_set(t, psi, 0, &why), &why, "set");
    want(hedra_tdse_mpi_step(t, 10, &why), &why, HEDRA_ERROR_NOT_FINITE, -1,
         "a field that is no number on one rank");
    hedra_tdse_mpi_get(t, NULL, &energy);
    if (fabs(energy - 0.4) > 1e-15)
        complain("time", "other steps were done");
    if (hedra_tdse_mpi_step(NULL, 1, &why) != bad ||
        hedra_tdse_mpi_get(NULL, psi, NULL) != bad ||
        hedra_tdse_mpi_set(NULL, psi, 0, NULL) != bad ||
        hedra_tdse_mpi_ground(NULL, 1, &energy, NULL) != bad ||
        !isnan(hedra_tdse_mpi_measure(NULL).norm))
        complain("NULL", "no error");
    hedra_tdse_mpi_destroy(t);
    hedra_tdse_mpi_destroy(NULL);
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    check_results();
    check_options();
    check_calls();
    return ranks_end();
}
