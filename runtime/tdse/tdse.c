/*
 * The time evolution of one process: steps, means, and the ground state by
 * implicit steps in imaginary time.
 */
#include "runtime/tdse/local.h"

#include "runtime/host/host.h"
#include "runtime/tridiag/tridiag.h"

#include <math.h>
#include <stdlib.h>

typedef double complex number;

/* Objects ------------------------------------------------------------------ */

enum hedra_status hedra_tdse_create(const struct hedra_tdse_options *options,
                                    struct hedra_tdse **made,
                                    struct hedra_error *why)
{
    CANCEL_OFF;
    if (!made)
        return error_argument(why, "made is NULL");
    *made = NULL;
    const char *text =
        options ? tdse_check_options(options, 3) : "options is NULL";
    if (text)
        return error_argument(why, text);
    struct hedra_tdse *t = calloc(1, sizeof *t);
    if (!t)
        return error_no_memory(why);
    /* Short systems, too, are partitioned: Thomas' loop does not reflect. */
    const struct hedra_tridiag_problem problem = {
        .type = HEDRA_TRIDIAG_COMPLEX_DOUBLE,
        .n = options->n,
        .levels = options->n < 1000};
    enum hedra_status status = hedra_tridiag_create(&problem, &t->solver, why);
    if (!status && !tdse_grid_init(&t->grid, options, 0))
        status = error_no_memory(why);
    if (status) {
        hedra_tdse_destroy(t);
        return status;
    }
    tridiag_reflect(t->solver);
    *made = t;
    return error_none(why);
}

void hedra_tdse_destroy(struct hedra_tdse *t)
{
    CANCEL_OFF;
    if (!t)
        return;
    hedra_tridiag_destroy(t->solver);
    tdse_grid_drop(&t->grid);
    free(t);
}

enum hedra_status hedra_tdse_describe(const struct hedra_tdse *t,
                                      struct hedra_tdse_options *options)
{
    CANCEL_OFF;
    if (!t || !options)
        return HEDRA_ERROR_ARGUMENT;
    *options = t->grid.options;
    options->potential = t->grid.potential;
    options->absorber = t->grid.absorber;
    return HEDRA_OK;
}

enum hedra_status hedra_tdse_set(struct hedra_tdse *t, const void *psi,
                                 double time, struct hedra_error *why)
{
    CANCEL_OFF;
    return t ? tdse_grid_set(&t->grid, psi, time, why)
             : error_argument(why, "the object is NULL");
}

enum hedra_status hedra_tdse_get(const struct hedra_tdse *t, void *psi,
                                 double *time)
{
    CANCEL_OFF;
    if (!t)
        return HEDRA_ERROR_ARGUMENT;
    tdse_grid_get(&t->grid, psi, time);
    return HEDRA_OK;
}

enum hedra_status hedra_tdse_set_potential(struct hedra_tdse *t,
                                           const double *potential,
                                           struct hedra_error *why)
{
    CANCEL_OFF;
    return t ? tdse_grid_set_potential(&t->grid, potential, why)
             : error_argument(why, "the object is NULL");
}

/* Steps -------------------------------------------------------------------- */

/* T of the step that begins now. */
static enum hedra_status fill(struct hedra_tdse *t, struct hedra_error *why)
{
    struct tdse_fill f;
    enum hedra_status status = tdse_fill_begin(&t->grid, &f, why);
    if (status)
        return status;
    host_pool_run(tridiag_threads(t->solver), tdse_fill_rows, &f,
                  t->grid.options.n);
    tdse_fill_end(&f);
    return status;
}

static enum hedra_status step(struct hedra_tdse *t, struct hedra_error *why)
{
    struct tdse_grid *g = &t->grid;
    enum hedra_status status = HEDRA_OK;
    if (tdse_needs_fill(g))
        status = fill(t, why);
    if (status)
        return status;
    if (!tdse_grid_is_static(g))
        return hedra_tridiag_solve(t->solver, g->b, g->a, g->c, g->psi, g->psi,
                                   why);
    if (!g->factored)
        status = hedra_tridiag_factor(t->solver, g->b, g->a, g->c, why);
    g->factored = !status;
    return status ? status
                  : hedra_tridiag_apply(t->solver, g->psi, g->psi, why);
}

enum hedra_status hedra_tdse_step(struct hedra_tdse *t, int64_t steps,
                                  struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t || steps < 0 || steps > INT64_MAX - t->grid.steps)
        return error_argument(
            why, "the object is NULL, or steps is negative or more "
                 "than 63 bits can count");
    for (int64_t k = 0; k < steps; k++, t->grid.steps++) {
        enum hedra_status status = step(t, why);
        if (status)
            return status;
    }
    return error_none(why);
}

/* What is observed --------------------------------------------------------- */

static const struct tdse_neighbour nobody = {.is_there = false};

struct hedra_tdse_means hedra_tdse_measure(const struct hedra_tdse *t)
{
    if (!t)
        return (struct hedra_tdse_means){NAN, NAN, NAN, NAN, NAN, NAN};
    double sum[TDSE_SUMS];
    tdse_sum_up(&t->grid, tdse_present(&t->grid), &nobody, sum);
    return tdse_means(&t->grid, sum);
}

enum hedra_status hedra_tdse_overlap(const struct hedra_tdse *t,
                                     const void *other, double overlap[2],
                                     struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t || !other || !overlap)
        return error_argument(why,
                              "the object, the other psi or overlap is NULL");
    number sum = tdse_dot(&t->grid, other);
    overlap[0] = creal(sum) * t->grid.options.dx;
    overlap[1] = cimag(sum) * t->grid.options.dx;
    return error_none(why);
}

/* The ground state
 * ------------------------------------------------------------*/

static enum hedra_status ground_find(struct tdse_grid *g,
                                     struct tdse_ground *ground,
                                     struct hedra_tridiag *solver,
                                     double tolerance, double *energy,
                                     struct hedra_error *why)
{
    double last = HUGE_VAL;
    for (int k = 0; k < TDSE_MOST_ROUNDS; k++) {
        double sum[TDSE_SUMS];
        enum hedra_status status =
            hedra_tridiag_apply(solver, ground->x, ground->x, why);
        if (status)
            return status;
        tdse_ground_use(ground, g, tdse_square_sum(ground->x, g->options.n));
        tdse_sum_up(g, g->potential, &nobody, sum);
        *energy = tdse_bare_energy(g, sum);
        if (fabs(*energy - last) < tolerance)
            return error_none(why);
        last = *energy;
    }
    return error_set(why, HEDRA_ERROR_RESIDUAL,
                     "the energy still changes by more than tolerance");
}

enum hedra_status hedra_tdse_ground(struct hedra_tdse *t, double tolerance,
                                    double *energy, struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t || !energy || !(tolerance > 0))
        return error_argument(why, "the object or energy is NULL, or tolerance "
                                   "not above 0");
    struct tdse_grid *g = &t->grid;
    struct tdse_ground ground = {0};
    struct tdse_kept kept;
    struct hedra_tridiag *solver = NULL;
    const struct hedra_tridiag_problem problem = {.type = HEDRA_TRIDIAG_DOUBLE,
                                                  .n = g->options.n};
    enum hedra_status status =
        tdse_keep(&kept, g) ? HEDRA_OK : error_no_memory(why);
    if (!status)
        status = tdse_grid_rewind(g, why);
    if (!status && !tdse_ground_init(&ground, g, tdse_least_potential(g)))
        status = error_no_memory(why);
    if (!status)
        status = hedra_tridiag_create(&problem, &solver, why);
    if (!status)
        status =
            hedra_tridiag_factor(solver, ground.b, ground.a, ground.c, why);
    if (!status)
        status = ground_find(g, &ground, solver, tolerance, energy, why);
    hedra_tridiag_destroy(solver);
    tdse_ground_drop(&ground);
    tdse_keep_end(&kept, g, !status);
    return status;
}
