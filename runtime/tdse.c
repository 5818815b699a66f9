#include "runtime/tdse_local.h"

#include "runtime/host_pool.h"
#include "runtime/tridiag_batch.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef double complex number;

enum { MOST_ROUNDS = 100000 };

enum hedra_tridiag_status tdse_fail(struct hedra_tridiag_error *why,
                                    enum hedra_tridiag_status status,
                                    const char *format, ...)
{
    if (!why)
        return status;
    *why = (struct hedra_tridiag_error){status, -1, -1, -1, ""};
    va_list list;
    va_start(list, format);
    vsnprintf(why->text, sizeof why->text, format, list);
    va_end(list);
    return status;
}

enum hedra_tridiag_status tdse_accept(struct hedra_tridiag_error *why)
{
    return tdse_fail(why, HEDRA_TRIDIAG_OK, "%s", "");
}

static enum hedra_tridiag_status refuse(struct hedra_tridiag_error *why,
                                        const char *text)
{
    return tdse_fail(why, HEDRA_TRIDIAG_BAD_ARGUMENT, "%s", text);
}

static enum hedra_tridiag_status no_memory(struct hedra_tridiag_error *why)
{
    return tdse_fail(why, HEDRA_TRIDIAG_NO_MEMORY, "not enough memory");
}

bool tdse_are_finite(const double *values, int64_t n)
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
    if (!tdse_are_finite(o->potential, o->n))
        return "potential is not finite";
    if (!tdse_are_finite(o->absorber, o->n))
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
    if (t->options.moving && !(t->present = copy_values(NULL, n)))
        return false;
    return t->potential && t->absorber && t->b && t->a && t->c && t->psi;
}

/* T for one value of the field
 * ------------------------------------------------*/

/* What is rounded in the factors of T is rounded alike in each step, so that it
 * would change the norm by the same 1e-16 or so each time, mostly where V and
 * the pivots hardly change from row to row. So dt is taken longer or shorter by
 * a few units of its last place, for ROUND steps each: rounding is another one
 * then, and what it does adds up as in a random walk. Of PATTERNS lengths, as
 * many above dt as below it, STRIDE takes neighbours far apart and each once. */
enum { ROUND = 32, PATTERNS = 512, STRIDE = 317 };

/* 1 to PATTERNS. It depends on the time alone, not on where a run began. */
static int pattern_now(const struct hedra_tdse *t)
{
    const double index = floor(tdse_now(t) / t->options.dt + 0.5);
    const double part = fmod(floor(index / ROUND), PATTERNS);
    return (int)(part < 0 ? part + PATTERNS : part) * STRIDE % PATTERNS + 1;
}

static double step_length(const struct hedra_tdse *t)
{
    return t->options.dt * (1 + DBL_EPSILON * (2 * t->pattern - PATTERNS - 1));
}

struct fill {
    struct hedra_tdse *t;
    double electric, vector; /* E, A */
};

static void fill_rows(const void *context, int64_t begin, int64_t end)
{
    const struct fill *f = context;
    struct hedra_tdse *t = f->t;
    const struct hedra_tdse_options *o = &t->options;
    const double half = 0.5 * step_length(t), kinetic = 1 / (o->dx * o->dx);
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

/* T of the step that begins now. */
static enum hedra_tridiag_status fill(struct hedra_tdse *t,
                                      struct hedra_tridiag_error *why)
{
    const struct hedra_tdse_options *o = &t->options;
    const double middle = tdse_now(t) + 0.5 * o->dt;
    struct fill f = {t, 0, 0};
    if (o->gauge == HEDRA_TDSE_LENGTH)
        f.electric = o->field(o->context, middle);
    if (o->gauge == HEDRA_TDSE_VELOCITY)
        f.vector = o->field(o->context, middle);
    if (!isfinite(f.electric) || !isfinite(f.vector))
        return tdse_fail(why, HEDRA_TRIDIAG_NOT_FINITE,
                         "field(%.17g) is not finite", middle);
    if (o->moving)
        o->moving(o->context, middle, t->potential);
    if (o->moving && !tdse_are_finite(t->potential, o->n))
        return tdse_fail(why, HEDRA_TRIDIAG_NOT_FINITE,
                         "the potential at t = %.17g is not finite", middle);
    host_pool_run(t->solver->means.threads, fill_rows, &f, o->n);
    t->sides = o->gauge != HEDRA_TDSE_VELOCITY;
    return HEDRA_TRIDIAG_OK;
}

/* Objects ------------------------------------------------------------------ */

enum hedra_tridiag_status
hedra_tdse_create(const struct hedra_tdse_options *options,
                  struct hedra_tdse **made, struct hedra_tridiag_error *why)
{
    if (!made)
        return refuse(why, "made is NULL");
    *made = NULL;
    const char *text = options ? check_options(options) : "options is NULL";
    if (text)
        return refuse(why, text);
    struct hedra_tdse *t = calloc(1, sizeof *t);
    if (!t)
        return no_memory(why);
    t->options = *options;
    /* Short systems, too, are partitioned: Thomas' loop does not reflect. */
    const struct hedra_tridiag_problem problem = {
        .type = HEDRA_TRIDIAG_COMPLEX_DOUBLE,
        .n = options->n,
        .levels = options->n < 1000};
    enum hedra_tridiag_status status =
        hedra_tridiag_create(&problem, &t->solver, why);
    if (!status && !alloc(t))
        status = no_memory(why);
    if (status) {
        hedra_tdse_destroy(t);
        return status;
    }
    t->solver->reflect = true;
    *made = t;
    return tdse_accept(why);
}

void hedra_tdse_destroy(struct hedra_tdse *t)
{
    if (!t)
        return;
    hedra_tridiag_destroy(t->solver);
    free(t->potential);
    free(t->absorber);
    free(t->present);
    free(t->b);
    free(t->a);
    free(t->c);
    free(t->psi);
    free(t);
}

enum hedra_tridiag_status
hedra_tdse_describe(const struct hedra_tdse *t,
                    struct hedra_tdse_options *options)
{
    if (!t || !options)
        return HEDRA_TRIDIAG_BAD_ARGUMENT;
    *options = t->options;
    options->potential = t->potential;
    options->absorber = t->absorber;
    return HEDRA_TRIDIAG_OK;
}

enum hedra_tridiag_status hedra_tdse_set(struct hedra_tdse *t, const void *psi,
                                         double time,
                                         struct hedra_tridiag_error *why)
{
    if (!t || !psi || !isfinite(time))
        return refuse(why, "the object or psi is NULL, or the time not finite");
    if (!tdse_are_finite(psi, 2 * t->options.n))
        return tdse_fail(why, HEDRA_TRIDIAG_NOT_FINITE, "psi is not finite");
    memcpy(t->psi, psi, (size_t)t->options.n * sizeof *t->psi);
    t->begin = time;
    t->steps = 0;
    return tdse_accept(why);
}

double tdse_now(const struct hedra_tdse *t)
{
    return t->begin + (double)t->steps * t->options.dt;
}

enum hedra_tridiag_status hedra_tdse_get(const struct hedra_tdse *t, void *psi,
                                         double *time)
{
    if (!t)
        return HEDRA_TRIDIAG_BAD_ARGUMENT;
    if (psi)
        memcpy(psi, t->psi, (size_t)t->options.n * sizeof *t->psi);
    if (time)
        *time = tdse_now(t);
    return HEDRA_TRIDIAG_OK;
}

enum hedra_tridiag_status
hedra_tdse_set_potential(struct hedra_tdse *t, const double *potential,
                         struct hedra_tridiag_error *why)
{
    if (!t || !potential || !tdse_are_finite(potential, t->options.n))
        return refuse(why, "the object or potential is NULL, or not finite");
    memcpy(t->potential, potential, (size_t)t->options.n * sizeof *potential);
    t->factored = false;
    return tdse_accept(why);
}

/* Steps -------------------------------------------------------------------- */

static enum hedra_tridiag_status step(struct hedra_tdse *t,
                                      struct hedra_tridiag_error *why)
{
    const bool is_static =
        t->options.gauge == HEDRA_TDSE_NO_LASER && !t->options.moving;
    enum hedra_tridiag_status status = HEDRA_TRIDIAG_OK;
    const int pattern = pattern_now(t);
    if (t->pattern != pattern)
        t->factored = t->sides = false;
    t->pattern = pattern;
    if (!t->factored)
        status = fill(t, why);
    if (status)
        return status;
    if (!is_static)
        return hedra_tridiag_solve(t->solver, t->b, t->a, t->c, t->psi, t->psi,
                                   why);
    if (!t->factored)
        status = hedra_tridiag_factor(t->solver, t->b, t->a, t->c, why);
    t->factored = !status;
    return status ? status
                  : hedra_tridiag_apply(t->solver, t->psi, t->psi, why);
}

enum hedra_tridiag_status hedra_tdse_step(struct hedra_tdse *t, int64_t steps,
                                          struct hedra_tridiag_error *why)
{
    if (!t || steps < 0 || steps > INT64_MAX - t->steps)
        return refuse(why, "the object is NULL, or steps is negative or more "
                           "than 63 bits can count");
    for (int64_t k = 0; k < steps; k++, t->steps++) {
        enum hedra_tridiag_status status = step(t, why);
        if (status)
            return status;
    }
    return tdse_accept(why);
}

/* What is observed --------------------------------------------------------- */

static double square(number z)
{
    return creal(z) * creal(z) + cimag(z) * cimag(z);
}

/* Sums over all points: |psi|^2, of that times x - x0 and its square, and times
 * V; |psi_i - psi_{i-1}|^2, half of which on both sides of each point is the
 * kinetic energy, summed by parts; conj(psi_i) psi_{i+1}, and its real part
 * times V_{i+1} - V_i. */
struct sums {
    double weight, first, second, potential, step, slope;
    number pair;
};

static struct sums sum_up(const struct hedra_tdse *t, const double *potential)
{
    const number *psi = t->psi;
    const int64_t n = t->options.n;
    struct sums s = {.step = square(psi[0]) + square(psi[n - 1])};
    for (int64_t i = 0; i < n; i++) {
        double x = (double)i * t->options.dx, weight = square(psi[i]);
        s.weight += weight;
        s.first += weight * x;
        s.second += weight * x * x;
        s.potential += weight * potential[i];
    }
    for (int64_t i = 0; i + 1 < n; i++) {
        number pair = conj(psi[i]) * psi[i + 1];
        s.step += square(psi[i + 1] - psi[i]);
        s.pair += pair;
        s.slope += creal(pair) * (potential[i + 1] - potential[i]);
    }
    return s;
}

/* The operators of velocity and force are commutators with H on the grid, so
 * that Ehrenfest's theorem holds on it, too. */
struct hedra_tdse_means hedra_tdse_measure(const struct hedra_tdse *t)
{
    if (!t)
        return (struct hedra_tdse_means){NAN, NAN, NAN, NAN, NAN, NAN};
    const struct hedra_tdse_options *o = &t->options;
    const double time = tdse_now(t);
    const double *potential = t->potential;
    if (o->moving) {
        memcpy(t->present, potential, (size_t)o->n * sizeof *potential);
        o->moving(o->context, time, t->present);
        potential = t->present;
    }
    const double vector =
        o->gauge == HEDRA_TDSE_VELOCITY ? o->field(o->context, time) : 0;
    const struct sums s = sum_up(t, potential);
    const double mean = s.first / s.weight;
    const double momentum = cimag(s.pair) / o->dx / s.weight;
    const double kinetic = 0.5 * s.step / (o->dx * o->dx) / s.weight;
    return (struct hedra_tdse_means){
        .norm = s.weight * o->dx,
        .energy = kinetic + s.potential / s.weight +
                  vector * (momentum + 0.5 * vector),
        .position = o->x0 + mean,
        .variance = s.second / s.weight - mean * mean,
        .velocity = momentum + vector * creal(s.pair) / s.weight,
        .force = -s.slope / o->dx / s.weight};
}

enum hedra_tridiag_status hedra_tdse_overlap(const struct hedra_tdse *t,
                                             const void *other,
                                             double overlap[2],
                                             struct hedra_tridiag_error *why)
{
    if (!t || !other || !overlap)
        return refuse(why, "the object, the other psi or overlap is NULL");
    const number *psi = other;
    number sum = 0;
    for (int64_t i = 0; i < t->options.n; i++)
        sum += conj(psi[i]) * t->psi[i];
    overlap[0] = creal(sum) * t->options.dx;
    overlap[1] = cimag(sum) * t->options.dx;
    return tdse_accept(why);
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
        return no_memory(why);
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

/* -1/2 d^2/dx^2 + V alone, whatever the laser. */
static double bare_energy(const struct hedra_tdse *t)
{
    const double dx = t->options.dx;
    const struct sums s = sum_up(t, t->potential);
    return (0.5 * s.step / (dx * dx) + s.potential) / s.weight;
}

static enum hedra_tridiag_status ground_find(struct hedra_tdse *t,
                                             struct ground *g, double tolerance,
                                             double *energy,
                                             struct hedra_tridiag_error *why)
{
    double last = HUGE_VAL;
    for (int k = 0; k < MOST_ROUNDS; k++) {
        enum hedra_tridiag_status status =
            hedra_tridiag_apply(g->solver, g->x, g->x, why);
        if (status)
            return status;
        set_normal(t, g->x);
        *energy = bare_energy(t);
        if (fabs(*energy - last) < tolerance)
            return tdse_accept(why);
        last = *energy;
    }
    return tdse_fail(why, HEDRA_TRIDIAG_RESIDUAL,
                     "the energy still changes by more than tolerance");
}

enum hedra_tridiag_status hedra_tdse_ground(struct hedra_tdse *t,
                                            double tolerance, double *energy,
                                            struct hedra_tridiag_error *why)
{
    if (!t || !energy || !(tolerance > 0))
        return refuse(why,
                      "the object or energy is NULL, or tolerance not above 0");
    const struct hedra_tdse_options *o = &t->options;
    if (o->moving)
        o->moving(o->context, 0, t->potential);
    if (!tdse_are_finite(t->potential, o->n))
        return tdse_fail(why, HEDRA_TRIDIAG_NOT_FINITE,
                         "the potential at t = 0 is not finite");
    t->begin = 0;
    t->steps = 0;
    struct ground g;
    enum hedra_tridiag_status status = ground_init(&g, t, why);
    if (!status)
        status = ground_find(t, &g, tolerance, energy, why);
    ground_drop(&g);
    return status;
}
