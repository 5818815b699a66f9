#include "runtime/tdse.h"

#include "runtime/host_pool.h"
#include "runtime/tridiag_batch.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double complex number;

enum { MOST_ROUNDS = 100000 };

struct hedra_tdse {
    struct hedra_tdse_options options; /* with copies of the arrays */
    double *potential, *absorber;
    struct hedra_tridiag *solver;
    number *b, *a, *c, *psi;
    int64_t steps; /* done since `begin` */
    double begin;
    bool sides;    /* b and c are there, which the length gauge keeps */
    bool factored; /* T, which no laser changes */
};

static enum hedra_tridiag_status refuse(struct hedra_tridiag_error *why,
                                        enum hedra_tridiag_status status,
                                        const char *text)
{
    if (why) {
        *why = (struct hedra_tridiag_error){status, -1, -1, -1, ""};
        snprintf(why->text, sizeof why->text, "%s", text);
    }
    return status;
}

static enum hedra_tridiag_status accept(struct hedra_tridiag_error *why)
{
    return refuse(why, HEDRA_TRIDIAG_OK, "");
}

static bool are_finite(const double *values, int64_t n)
{
    for (int64_t i = 0; values && i < n; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

static const char *check_options(const struct hedra_tdse_options *o)
{
    if (o->n < 3)
        return "n is below 3";
    if (!isfinite(o->x0))
        return "x0 is not finite";
    if (!(o->dx > 0) || !isfinite(o->dx) || !isfinite(1 / (o->dx * o->dx)))
        return "dx is not above 0";
    if (o->dt == 0 || !isfinite(o->dt))
        return "dt is 0 or not finite";
    if ((unsigned)o->gauge > HEDRA_TDSE_VELOCITY)
        return "gauge is no enum hedra_tdse_gauge";
    if (o->gauge != HEDRA_TDSE_NO_LASER && !o->field)
        return "the gauge needs a field";
    if ((uint64_t)o->n > (uint64_t)INT64_MAX / sizeof(number) / 8)
        return "n is too large";
    if (!are_finite(o->potential, o->n))
        return "potential is not finite";
    if (!are_finite(o->absorber, o->n))
        return "absorber is not finite";
    for (int64_t i = 0; o->absorber && i < o->n; i++)
        if (o->absorber[i] < 0)
            return "absorber is negative";
    return NULL;
}

static double *copy_values(const double *from, int64_t n)
{
    double *made = tridiag_alloc(n, sizeof *made);
    if (made && from)
        memcpy(made, from, (size_t)n * sizeof *made);
    return made;
}

static bool alloc(struct hedra_tdse *t)
{
    const int64_t n = t->options.n;
    t->potential = copy_values(t->options.potential, n);
    t->absorber = copy_values(t->options.absorber, n);
    t->b = tridiag_alloc(n, sizeof *t->b);
    t->a = tridiag_alloc(n, sizeof *t->a);
    t->c = tridiag_alloc(n, sizeof *t->c);
    t->psi = tridiag_alloc(n, sizeof *t->psi);
    return t->potential && t->absorber && t->b && t->a && t->c && t->psi;
}

/* T for one value of the field
 * ------------------------------------------------*/

struct fill {
    struct hedra_tdse *t;
    double electric, vector; /* E, A */
};

static void fill_rows(const void *context, int64_t begin, int64_t end)
{
    const struct fill *f = context;
    struct hedra_tdse *t = f->t;
    const struct hedra_tdse_options *o = &t->options;
    const double half = 0.5 * o->dt, kinetic = 1 / (o->dx * o->dx);
    const number side = -0.5 * I * half * kinetic;
    const double drift = half * f->vector / (2 * o->dx);
    for (int64_t i = begin; i < end; i++) {
        double x = o->x0 + (double)i * o->dx;
        double v = kinetic + t->potential[i] + x * f->electric;
        t->a[i] = 1 + half * t->absorber[i] + I * (half * v);
    }
    if (t->sides)
        return;
    for (int64_t i = begin; i < end; i++) {
        t->b[i] = side - drift;
        t->c[i] = side + drift;
    }
}

static void fill(struct hedra_tdse *t, double middle)
{
    const struct hedra_tdse_options *o = &t->options;
    struct fill f = {t, 0, 0};
    if (o->gauge == HEDRA_TDSE_LENGTH)
        f.electric = o->field(o->context, middle);
    if (o->gauge == HEDRA_TDSE_VELOCITY)
        f.vector = o->field(o->context, middle);
    host_pool_run(t->solver->means.threads, fill_rows, &f, o->n);
    t->sides = o->gauge == HEDRA_TDSE_LENGTH;
}

/* Objects ------------------------------------------------------------------ */

enum hedra_tridiag_status
hedra_tdse_create(const struct hedra_tdse_options *options,
                  struct hedra_tdse **made, struct hedra_tridiag_error *why)
{
    if (!made)
        return refuse(why, HEDRA_TRIDIAG_BAD_ARGUMENT, "made is NULL");
    *made = NULL;
    const char *text = options ? check_options(options) : "options is NULL";
    if (text)
        return refuse(why, HEDRA_TRIDIAG_BAD_ARGUMENT, text);
    struct hedra_tdse *t = calloc(1, sizeof *t);
    if (!t)
        return refuse(why, HEDRA_TRIDIAG_NO_MEMORY, "not enough memory");
    t->options = *options;
    /* Short systems, too, are partitioned: Thomas' loop does not reflect. */
    const struct hedra_tridiag_problem problem = {
        .type = HEDRA_TRIDIAG_COMPLEX_DOUBLE,
        .n = options->n,
        .levels = options->n < 1000};
    enum hedra_tridiag_status status =
        hedra_tridiag_create(&problem, &t->solver, why);
    if (!status && !alloc(t))
        status = refuse(why, HEDRA_TRIDIAG_NO_MEMORY, "not enough memory");
    if (status) {
        hedra_tdse_destroy(t);
        return status;
    }
    t->solver->reflect = true;
    *made = t;
    return accept(why);
}

void hedra_tdse_destroy(struct hedra_tdse *t)
{
    if (!t)
        return;
    hedra_tridiag_destroy(t->solver);
    free(t->potential);
    free(t->absorber);
    free(t->b);
    free(t->a);
    free(t->c);
    free(t->psi);
    free(t);
}

enum hedra_tridiag_status hedra_tdse_set(struct hedra_tdse *t, const void *psi,
                                         double time,
                                         struct hedra_tridiag_error *why)
{
    if (!t || !psi || !isfinite(time))
        return refuse(why, HEDRA_TRIDIAG_BAD_ARGUMENT,
                      "the object or psi is NULL, or the time not finite");
    memcpy(t->psi, psi, (size_t)t->options.n * sizeof *t->psi);
    t->begin = time;
    t->steps = 0;
    return accept(why);
}

static double now(const struct hedra_tdse *t)
{
    return t->begin + (double)t->steps * t->options.dt;
}

void hedra_tdse_get(const struct hedra_tdse *t, void *psi, double *time)
{
    if (psi)
        memcpy(psi, t->psi, (size_t)t->options.n * sizeof *t->psi);
    if (time)
        *time = now(t);
}

enum hedra_tridiag_status
hedra_tdse_set_potential(struct hedra_tdse *t, const double *potential,
                         struct hedra_tridiag_error *why)
{
    if (!t || !potential || !are_finite(potential, t->options.n))
        return refuse(why, HEDRA_TRIDIAG_BAD_ARGUMENT,
                      "the object or potential is NULL, or not finite");
    memcpy(t->potential, potential, (size_t)t->options.n * sizeof *potential);
    t->factored = false;
    return accept(why);
}

/* Steps -------------------------------------------------------------------- */

enum hedra_tridiag_status hedra_tdse_step(struct hedra_tdse *t, int64_t steps,
                                          struct hedra_tridiag_error *why)
{
    if (!t || steps < 0)
        return refuse(why, HEDRA_TRIDIAG_BAD_ARGUMENT,
                      "the object is NULL or steps is negative");
    const bool is_static = t->options.gauge == HEDRA_TDSE_NO_LASER;
    enum hedra_tridiag_status status = HEDRA_TRIDIAG_OK;
    for (int64_t k = 0; k < steps && !status; k++, t->steps++) {
        if (!t->factored || !is_static)
            fill(t, now(t) + 0.5 * t->options.dt);
        if (!is_static) {
            status = hedra_tridiag_solve(t->solver, t->b, t->a, t->c, t->psi,
                                         t->psi, why);
            continue;
        }
        if (!t->factored)
            status = hedra_tridiag_factor(t->solver, t->b, t->a, t->c, why);
        t->factored = !status;
        if (!status)
            status = hedra_tridiag_apply(t->solver, t->psi, t->psi, why);
    }
    return status ? status : accept(why);
}

static double square(number z)
{
    return creal(z) * creal(z) + cimag(z) * cimag(z);
}

struct hedra_tdse_means hedra_tdse_measure(const struct hedra_tdse *t)
{
    const struct hedra_tdse_options *o = &t->options;
    const number *psi = t->psi;
    double norm = 0, first = 0, second = 0, energy = 0;
    for (int64_t i = 0; i < o->n; i++) {
        /* Half the squared difference on both sides of each point is the
         * kinetic energy, summed by parts. */
        double x = (double)i * o->dx, weight = square(psi[i]);
        number step = psi[i] - (i > 0 ? psi[i - 1] : 0);
        norm += weight;
        first += weight * x;
        second += weight * x * x;
        energy +=
            weight * t->potential[i] + 0.5 * square(step) / (o->dx * o->dx);
    }
    energy += 0.5 * square(psi[o->n - 1]) / (o->dx * o->dx);
    double mean = first / norm;
    return (struct hedra_tdse_means){norm * o->dx, energy / norm, o->x0 + mean,
                                     second / norm - mean * mean};
}

/* The ground state
 * ------------------------------------------------------------*/

struct ground {
    int64_t n;
    double *b, *a, *c, *x;
    struct hedra_tridiag *solver;
};

static void ground_drop(struct ground *g)
{
    hedra_tridiag_destroy(g->solver);
    free(g->b);
    free(g->a);
    free(g->c);
    free(g->x);
}

/* H - min V: an implicit step in imaginary time so long that nothing but H is
 * left. It is positive definite, and no state's energy is closer to min V than
 * the ground state's. */
static enum hedra_tridiag_status ground_init(struct ground *g,
                                             const struct hedra_tdse *t,
                                             struct hedra_tridiag_error *why)
{
    const int64_t n = t->options.n;
    const double kinetic = 1 / (t->options.dx * t->options.dx);
    const struct hedra_tridiag_problem problem = {.type = HEDRA_TRIDIAG_DOUBLE,
                                                  .n = n};
    double least = t->potential[0];
    *g = (struct ground){n,
                         copy_values(NULL, n),
                         copy_values(NULL, n),
                         copy_values(NULL, n),
                         copy_values(NULL, n),
                         NULL};
    if (!g->b || !g->a || !g->c || !g->x)
        return refuse(why, HEDRA_TRIDIAG_NO_MEMORY, "not enough memory");
    for (int64_t i = 1; i < n; i++)
        least = fmin(least, t->potential[i]);
    for (int64_t i = 0; i < n; i++) {
        g->b[i] = g->c[i] = -0.5 * kinetic;
        g->a[i] = kinetic + t->potential[i] - least;
        g->x[i] = 1;
    }
    enum hedra_tridiag_status status =
        hedra_tridiag_create(&problem, &g->solver, why);
    return status ? status
                  : hedra_tridiag_factor(g->solver, g->b, g->a, g->c, why);
}

static void set_normal(struct hedra_tdse *t, double *x)
{
    double sum = 0;
    for (int64_t i = 0; i < t->options.n; i++)
        sum += x[i] * x[i];
    double scale = 1 / sqrt(sum * t->options.dx);
    for (int64_t i = 0; i < t->options.n; i++)
        t->psi[i] = x[i] *= scale;
}

enum hedra_tridiag_status hedra_tdse_ground(struct hedra_tdse *t,
                                            double tolerance, double *energy,
                                            struct hedra_tridiag_error *why)
{
    if (!t || !energy || !(tolerance > 0))
        return refuse(why, HEDRA_TRIDIAG_BAD_ARGUMENT,
                      "the object or energy is NULL, or tolerance not above 0");
    struct ground g;
    enum hedra_tridiag_status status = ground_init(&g, t, why);
    double change = HUGE_VAL, last = HUGE_VAL;
    for (int k = 0; k < MOST_ROUNDS && !status && change >= tolerance; k++) {
        status = hedra_tridiag_apply(g.solver, g.x, g.x, why);
        if (status)
            break;
        set_normal(t, g.x);
        *energy = hedra_tdse_measure(t).energy;
        change = fabs(*energy - last);
        last = *energy;
    }
    ground_drop(&g);
    t->begin = 0;
    t->steps = 0;
    if (status)
        return status;
    return change < tolerance
               ? accept(why)
               : refuse(why, HEDRA_TRIDIAG_RESIDUAL,
                        "the energy still changes by more than tolerance");
}
