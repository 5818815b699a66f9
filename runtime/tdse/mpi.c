/*
 * The time evolution on a grid that is spread over ranks: neighbours exchange a
 * point, and hedra_tridiag_mpi solves each step's system.
 */
#include "runtime/tdse/mpi_local.h"

#include "runtime/host/host.h"
#include "runtime/tridiag/tridiag.h"
#include "runtime/tridiag/tridiag_mpi.h"

#include <math.h>
#include <stdlib.h>

typedef double complex number;

enum { TAG = 1, LEAST_POINTS = 3 };

enum hedra_status tdse_mpi_tell(const struct hedra_error *own,
                                struct hedra_error *why)
{
    if (why)
        *why = *own;
    return own->status;
}

static enum hedra_status no_object(struct hedra_error *why)
{
    return error_argument(why, "the object is NULL");
}

/* Sums over all ranks, the same bits on each. */
static void add_up(const struct hedra_tdse_mpi *t, double *sum, int count)
{
    double own[TDSE_SUMS];
    for (int k = 0; k < count; k++)
        own[k] = sum[k];
    MPI_Reduce(own, sum, count, MPI_DOUBLE, MPI_SUM, 0, t->comm);
    MPI_Bcast(sum, count, MPI_DOUBLE, 0, t->comm);
}

/* Objects ------------------------------------------------------------------ */

/* What all ranks must have alike. */
static void compare(MPI_Comm comm, const struct hedra_tdse_options *o,
                    struct hedra_error *why)
{
    enum { X0, DX, DT, GAUGE, MOVING, COUNT };
    const double own[COUNT] = {o->x0, o->dx, o->dt, (double)o->gauge,
                               o->moving != NULL};
    double first[COUNT];
    for (int k = 0; k < COUNT; k++)
        first[k] = own[k];
    MPI_Bcast(first, COUNT, MPI_DOUBLE, 0, comm);
    for (int k = 0; k < COUNT; k++)
        if (own[k] != first[k])
            error_argument(why,
                           "x0, dx, dt, the gauge or moving differ between "
                           "ranks");
}

static void init(struct hedra_tdse_mpi *t, MPI_Comm comm,
                 const struct hedra_tdse_options *options,
                 struct hedra_error *why)
{
    const struct hedra_tridiag_problem problem = {
        .type = HEDRA_TRIDIAG_COMPLEX_DOUBLE, .n = options->n};
    int64_t begin;
    MPI_Comm_dup(comm, &t->comm);
    MPI_Comm_rank(comm, &t->rank);
    MPI_Comm_size(comm, &t->ranks);
    compare(t->comm, options, why);
    if (tridiag_mpi_agree(t->comm, why) ||
        hedra_tridiag_mpi_create(t->comm, &problem, &t->solver, why))
        return;
    tridiag_mpi_reflect(t->solver);
    hedra_tridiag_mpi_lines(t->solver, &begin, &t->total);
    if (t->total < LEAST_POINTS)
        error_argument(why, "the points of all ranks are below 3");
    else if (!tdse_grid_init(&t->grid, options, begin))
        error_no_memory(why);
    tridiag_mpi_agree(t->comm, why);
}

enum hedra_status
hedra_tdse_mpi_create(MPI_Comm comm, const struct hedra_tdse_options *options,
                      struct hedra_tdse_mpi **made, struct hedra_error *why)
{
    CANCEL_OFF;
    struct hedra_error own;
    const char *text = !made      ? "made is NULL"
                       : !options ? "options is NULL"
                                  : tdse_check_options(options, 1);
    if (made)
        *made = NULL;
    error_none(&own);
    if (text)
        error_argument(&own, text);
    struct hedra_tdse_mpi *t = text ? NULL : calloc(1, sizeof *t);
    if (!text && !t)
        error_no_memory(&own);
    if (tridiag_mpi_agree(comm, &own)) {
        free(t);
        return tdse_mpi_tell(&own, why);
    }
    init(t, comm, options, &own);
    if (own.status)
        hedra_tdse_mpi_destroy(t);
    else
        *made = t;
    return tdse_mpi_tell(&own, why);
}

void hedra_tdse_mpi_destroy(struct hedra_tdse_mpi *t)
{
    CANCEL_OFF;
    if (!t)
        return;
    hedra_tridiag_mpi_destroy(t->solver);
    tdse_grid_drop(&t->grid);
    MPI_Comm_free(&t->comm);
    free(t);
}

void hedra_tdse_mpi_points(const struct hedra_tdse_mpi *t, int64_t *begin,
                           int64_t *total)
{
    CANCEL_OFF;
    *begin = t->grid.first;
    *total = t->total;
}

enum hedra_status hedra_tdse_mpi_set(struct hedra_tdse_mpi *t, const void *psi,
                                     double time, struct hedra_error *why)
{
    CANCEL_OFF;
    struct hedra_error own;
    if (!t)
        return no_object(why);
    tdse_grid_set(&t->grid, psi, time, &own);
    tridiag_mpi_agree(t->comm, &own);
    return tdse_mpi_tell(&own, why);
}

enum hedra_status hedra_tdse_mpi_get(const struct hedra_tdse_mpi *t, void *psi,
                                     double *time)
{
    CANCEL_OFF;
    if (!t)
        return HEDRA_ERROR_ARGUMENT;
    tdse_grid_get(&t->grid, psi, time);
    return HEDRA_OK;
}

enum hedra_status hedra_tdse_mpi_set_potential(struct hedra_tdse_mpi *t,
                                               const double *potential,
                                               struct hedra_error *why)
{
    CANCEL_OFF;
    struct hedra_error own;
    if (!t)
        return no_object(why);
    tdse_grid_set_potential(&t->grid, potential, &own);
    t->grid.factored = false; /* on every rank, whichever has another V */
    tridiag_mpi_agree(t->comm, &own);
    return tdse_mpi_tell(&own, why);
}

/* Steps -------------------------------------------------------------------- */

/* T of the step that begins now. The caller's functions may fail on one rank
 * alone. */
static enum hedra_status fill(struct hedra_tdse_mpi *t, struct hedra_error *why)
{
    struct tdse_fill f;
    if (!tdse_fill_begin(&t->grid, &f, why)) {
        tdse_fill_rows(&f, 0, t->grid.options.n);
        tdse_fill_end(&f);
    }
    return tdse_grid_is_static(&t->grid) ? why->status
                                         : tridiag_mpi_agree(t->comm, why);
}

static enum hedra_status step(struct hedra_tdse_mpi *t, struct hedra_error *why)
{
    struct tdse_grid *g = &t->grid;
    if (tdse_needs_fill(g) && fill(t, why))
        return why->status;
    if (!tdse_grid_is_static(g))
        return hedra_tridiag_mpi_solve(t->solver, g->b, g->a, g->c, g->psi,
                                       g->psi, why);
    if (!g->factored &&
        hedra_tridiag_mpi_factor(t->solver, g->b, g->a, g->c, why))
        return why->status;
    g->factored = true;
    return hedra_tridiag_mpi_apply(t->solver, g->psi, g->psi, why);
}

enum hedra_status hedra_tdse_mpi_step(struct hedra_tdse_mpi *t, int64_t steps,
                                      struct hedra_error *why)
{
    CANCEL_OFF;
    struct hedra_error own;
    if (!t)
        return no_object(why);
    error_none(&own);
    if (steps < 0 || steps > INT64_MAX - t->grid.steps)
        error_argument(&own,
                       "steps is negative or more than 63 bits can count");
    if (tridiag_mpi_agree(t->comm, &own))
        return tdse_mpi_tell(&own, why);
    for (int64_t k = 0; k < steps; k++, t->grid.steps++)
        if (step(t, &own))
            return tdse_mpi_tell(&own, why);
    return tdse_mpi_tell(&own, why);
}

/* What is observed --------------------------------------------------------- */

/* The first point of the next rank: psi, and V of `potential`. */
static struct tdse_neighbour ask_next(const struct hedra_tdse_mpi *t,
                                      const double *potential)
{
    enum { RE, IM, V, COUNT };
    const number psi = t->grid.psi[0];
    const int before = t->rank > 0 ? t->rank - 1 : MPI_PROC_NULL;
    const int next = t->rank + 1 < t->ranks ? t->rank + 1 : MPI_PROC_NULL;
    double own[COUNT] = {creal(psi), cimag(psi), potential[0]};
    double other[COUNT] = {0};
    MPI_Sendrecv(own, COUNT, MPI_DOUBLE, before, TAG, other, COUNT, MPI_DOUBLE,
                 next, TAG, t->comm, MPI_STATUS_IGNORE);
    return (struct tdse_neighbour){next != MPI_PROC_NULL,
                                   other[RE] + I * other[IM], other[V]};
}

static void sum_up(const struct hedra_tdse_mpi *t, const double *potential,
                   double sum[TDSE_SUMS])
{
    const struct tdse_neighbour next = ask_next(t, potential);
    tdse_sum_up(&t->grid, potential, &next, sum);
    add_up(t, sum, TDSE_SUMS);
}

struct hedra_tdse_means hedra_tdse_mpi_measure(const struct hedra_tdse_mpi *t)
{
    CANCEL_OFF;
    if (!t)
        return (struct hedra_tdse_means){NAN, NAN, NAN, NAN, NAN, NAN};
    double sum[TDSE_SUMS];
    sum_up(t, tdse_present(&t->grid), sum);
    return tdse_means(&t->grid, sum);
}

enum hedra_status hedra_tdse_mpi_overlap(const struct hedra_tdse_mpi *t,
                                         const void *other, double overlap[2],
                                         struct hedra_error *why)
{
    CANCEL_OFF;
    struct hedra_error own;
    if (!t)
        return no_object(why);
    error_none(&own);
    if (!other || !overlap)
        error_argument(&own, "the other psi or overlap is NULL");
    if (tridiag_mpi_agree(t->comm, &own))
        return tdse_mpi_tell(&own, why);
    const number dot = tdse_dot(&t->grid, other);
    double sum[2] = {creal(dot), cimag(dot)};
    add_up(t, sum, 2);
    for (int k = 0; k < 2; k++)
        overlap[k] = sum[k] * t->grid.options.dx;
    return tdse_mpi_tell(&own, why);
}

/* The ground state
 * ------------------------------------------------------------*/

static void ground_find(struct hedra_tdse_mpi *t, struct tdse_ground *ground,
                        struct hedra_tridiag_mpi *solver, double tolerance,
                        double *energy, struct hedra_error *why)
{
    double last = HUGE_VAL;
    for (int k = 0; k < TDSE_MOST_ROUNDS; k++) {
        double sum[TDSE_SUMS];
        if (hedra_tridiag_mpi_apply(solver, ground->x, ground->x, why))
            return;
        sum[0] = tdse_square_sum(ground->x, t->grid.options.n);
        add_up(t, sum, 1);
        tdse_ground_use(ground, &t->grid, sum[0]);
        sum_up(t, t->grid.potential, sum);
        *energy = tdse_bare_energy(&t->grid, sum);
        if (fabs(*energy - last) < tolerance)
            return;
        last = *energy;
    }
    error_set(why, HEDRA_ERROR_RESIDUAL,
              "the energy still changes by more than tolerance");
}

enum hedra_status hedra_tdse_mpi_ground(struct hedra_tdse_mpi *t,
                                        double tolerance, double *energy,
                                        struct hedra_error *why)
{
    CANCEL_OFF;
    struct hedra_error own;
    if (!t)
        return no_object(why);
    struct hedra_tridiag_mpi *solver = NULL;
    struct tdse_ground ground = {0};
    struct tdse_kept kept;
    const struct hedra_tridiag_problem problem = {.type = HEDRA_TRIDIAG_DOUBLE,
                                                  .n = t->grid.options.n};
    if (!tdse_keep(&kept, &t->grid))
        error_no_memory(&own);
    else if (!energy || !(tolerance > 0))
        error_argument(&own, "energy is NULL, or tolerance not above 0");
    else
        tdse_grid_rewind(&t->grid, &own);
    if (tridiag_mpi_agree(t->comm, &own)) {
        tdse_keep_end(&kept, &t->grid, false);
        return tdse_mpi_tell(&own, why);
    }
    double mine = tdse_least_potential(&t->grid), least;
    MPI_Allreduce(&mine, &least, 1, MPI_DOUBLE, MPI_MIN, t->comm);
    if (!tdse_ground_init(&ground, &t->grid, least))
        error_no_memory(&own);
    if (!tridiag_mpi_agree(t->comm, &own) &&
        !hedra_tridiag_mpi_create(t->comm, &problem, &solver, &own) &&
        !hedra_tridiag_mpi_factor(solver, ground.b, ground.a, ground.c, &own))
        ground_find(t, &ground, solver, tolerance, energy, &own);
    hedra_tridiag_mpi_destroy(solver);
    tdse_ground_drop(&ground);
    tdse_keep_end(&kept, &t->grid, !own.status);
    return tdse_mpi_tell(&own, why);
}
