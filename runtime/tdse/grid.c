/*
 * The points that a process has, the system of the next step and sums over psi
 * (grid.h). J. Crank, P. Nicolson, Proc. Camb. Phil. Soc. 43, 50 (1947).
 */
#include "runtime/tdse/grid.h"

#include "runtime/tridiag/tridiag.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef double complex number;

bool tdse_are_finite(const double *values, int64_t n)
{
    for (int64_t i = 0; values && i < n; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

/* Objects ------------------------------------------------------------------ */

const char *tdse_check_options(const struct hedra_tdse_options *o,
                               int64_t least)
{
    if (o->n < least)
        return least == 3 ? "n is below 3" : "a rank has no points";
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

bool tdse_grid_init(struct tdse_grid *g, const struct hedra_tdse_options *o,
                    int64_t first)
{
    const int64_t n = o->n;
    *g = (struct tdse_grid){.options = *o, .first = first};
    g->potential = copy_values(o->potential, n);
    g->absorber = copy_values(o->absorber, n);
    g->b = tridiag_alloc(n, sizeof *g->b);
    g->a = tridiag_alloc(n, sizeof *g->a);
    g->c = tridiag_alloc(n, sizeof *g->c);
    g->psi = tridiag_alloc(n, sizeof *g->psi);
    if (o->moving && !(g->present = copy_values(NULL, n)))
        return false;
    return g->potential && g->absorber && g->b && g->a && g->c && g->psi;
}

void tdse_grid_drop(struct tdse_grid *g)
{
    free(g->potential);
    free(g->absorber);
    free(g->present);
    free(g->b);
    free(g->a);
    free(g->c);
    free(g->psi);
}

enum hedra_status tdse_grid_set(struct tdse_grid *g, const void *psi,
                                double time, struct hedra_error *why)
{
    if (!psi || !isfinite(time))
        return error_argument(why, "the object or psi is NULL, or the time not "
                                   "finite");
    if (!tdse_are_finite(psi, 2 * g->options.n))
        return error_set(why, HEDRA_ERROR_NOT_FINITE, "psi is not finite");
    memcpy(g->psi, psi, (size_t)g->options.n * sizeof *g->psi);
    g->begin = time;
    g->steps = 0;
    return error_none(why);
}

enum hedra_status tdse_grid_set_potential(struct tdse_grid *g,
                                          const double *potential,
                                          struct hedra_error *why)
{
    if (!potential || !tdse_are_finite(potential, g->options.n))
        return error_argument(why, "the object or potential is NULL, or not "
                                   "finite");
    memcpy(g->potential, potential, (size_t)g->options.n * sizeof *potential);
    g->factored = false;
    return error_none(why);
}

void tdse_grid_get(const struct tdse_grid *g, void *psi, double *time)
{
    if (psi)
        memcpy(psi, g->psi, (size_t)g->options.n * sizeof *g->psi);
    if (time)
        *time = tdse_grid_now(g);
}

double tdse_grid_now(const struct tdse_grid *g)
{
    return g->begin + (double)g->steps * g->options.dt;
}

bool tdse_grid_is_static(const struct tdse_grid *g)
{
    return g->options.gauge == HEDRA_TDSE_NO_LASER && !g->options.moving;
}

static enum hedra_status move(struct tdse_grid *g, double time,
                              struct hedra_error *why)
{
    const struct hedra_tdse_options *o = &g->options;
    if (o->moving)
        o->moving(o->context, time, g->potential);
    if (o->moving && !tdse_are_finite(g->potential, o->n))
        return error_set(why, HEDRA_ERROR_NOT_FINITE,
                         "the potential at t = %.17g is not finite", time);
    return error_none(why);
}

enum hedra_status tdse_grid_rewind(struct tdse_grid *g, struct hedra_error *why)
{
    enum hedra_status status = move(g, 0, why);
    if (status)
        return status;
    g->begin = 0;
    g->steps = 0;
    return status;
}

/* T for one value of the field
 * ------------------------------------------------*/

/* What is rounded in the factors of T is rounded alike in each step, so that it
 * would change the norm by the same 1e-16 or so each time, mostly where V and
 * the pivots hardly change from row to row. So dt is taken longer or shorter by
 * a few units of its last place, for ROUND steps each: rounding is another one
 * then, and what it does adds up as in a random walk. Of PATTERNS lengths, as
 * many above dt as below it, STRIDE takes neighbours far apart and each once.
 */
enum { ROUND = 32, PATTERNS = 512, STRIDE = 317 };

/* 1 to PATTERNS. It depends on the time alone, not on where a run began. (A
 * time may be too large to be counted in steps.) */
static int pattern_now(const struct tdse_grid *g)
{
    const double index = floor(tdse_grid_now(g) / g->options.dt + 0.5);
    const double part =
        isfinite(index) ? fmod(floor(index / ROUND), PATTERNS) : 0;
    return (int)(part < 0 ? part + PATTERNS : part) * STRIDE % PATTERNS + 1;
}

static double step_length(const struct tdse_grid *g)
{
    return g->options.dt * (1 + DBL_EPSILON * (2 * g->pattern - PATTERNS - 1));
}

bool tdse_needs_fill(struct tdse_grid *g)
{
    const int pattern = pattern_now(g);
    if (g->pattern != pattern)
        g->factored = g->sides = false;
    g->pattern = pattern;
    return !g->factored;
}

enum hedra_status tdse_fill_begin(struct tdse_grid *g, struct tdse_fill *fill,
                                  struct hedra_error *why)
{
    const struct hedra_tdse_options *o = &g->options;
    const double middle = tdse_grid_now(g) + 0.5 * o->dt;
    *fill = (struct tdse_fill){g, 0, 0};
    if (o->gauge == HEDRA_TDSE_LENGTH)
        fill->electric = o->field(o->context, middle);
    if (o->gauge == HEDRA_TDSE_VELOCITY)
        fill->vector = o->field(o->context, middle);
    if (!isfinite(fill->electric) || !isfinite(fill->vector))
        return error_set(why, HEDRA_ERROR_NOT_FINITE,
                         "field(%.17g) is not finite", middle);
    return move(g, middle, why);
}

void tdse_fill_rows(const void *fill, int64_t begin, int64_t end)
{
    const struct tdse_fill *f = fill;
    struct tdse_grid *g = f->grid;
    const struct hedra_tdse_options *o = &g->options;
    const double half = 0.5 * step_length(g), kinetic = 1 / (o->dx * o->dx);
    const number side = -0.5 * I * half * kinetic;
    const double drift = half * f->vector / (2 * o->dx);
    for (int64_t i = begin; i < end; i++) {
        double x = o->x0 + (double)(g->first + i) * o->dx;
        double v = kinetic + g->potential[i] + x * f->electric;
        g->a[i] = 1 + half * g->absorber[i] + I * (half * v);
    }
    if (g->sides)
        return;
    for (int64_t i = begin; i < end; i++) {
        g->b[i] = side - drift;
        g->c[i] = side + drift;
    }
}

void tdse_fill_end(struct tdse_fill *fill)
{
    fill->grid->sides = fill->grid->options.gauge != HEDRA_TDSE_VELOCITY;
}

/* What is observed --------------------------------------------------------- */

static double square(number z)
{
    return creal(z) * creal(z) + cimag(z) * cimag(z);
}

void tdse_sum_up(const struct tdse_grid *g, const double *potential,
                 const struct tdse_neighbour *next, double sum[TDSE_SUMS])
{
    const number *psi = g->psi;
    const int64_t n = g->options.n;
    memset(sum, 0, TDSE_SUMS * sizeof *sum);
    if (g->first == 0)
        sum[TDSE_STEP] += square(psi[0]);
    if (!next->is_there)
        sum[TDSE_STEP] += square(psi[n - 1]);
    for (int64_t i = 0; i < n; i++) {
        double x = (double)(g->first + i) * g->options.dx;
        double weight = square(psi[i]);
        sum[TDSE_WEIGHT] += weight;
        sum[TDSE_FIRST] += weight * x;
        sum[TDSE_SECOND] += weight * x * x;
        sum[TDSE_POTENTIAL] += weight * potential[i];
    }
    for (int64_t i = 0; i + (next->is_there ? 0 : 1) < n; i++) {
        const bool inside = i + 1 < n;
        number other = inside ? psi[i + 1] : next->psi;
        double higher = inside ? potential[i + 1] : next->potential;
        number pair = conj(psi[i]) * other;
        sum[TDSE_STEP] += square(other - psi[i]);
        sum[TDSE_PAIR_RE] += creal(pair);
        sum[TDSE_PAIR_IM] += cimag(pair);
        sum[TDSE_SLOPE] += creal(pair) * (higher - potential[i]);
    }
}

const double *tdse_present(const struct tdse_grid *g)
{
    const struct hedra_tdse_options *o = &g->options;
    if (!o->moving)
        return g->potential;
    memcpy(g->present, g->potential, (size_t)o->n * sizeof *g->present);
    o->moving(o->context, tdse_grid_now(g), g->present);
    return g->present;
}

/* The operators of velocity and force are commutators with H on the grid, so
 * that Ehrenfest's theorem holds on it, too. */
struct hedra_tdse_means tdse_means(const struct tdse_grid *g,
                                   const double sum[TDSE_SUMS])
{
    const struct hedra_tdse_options *o = &g->options;
    const double weight = sum[TDSE_WEIGHT];
    const double vector = o->gauge == HEDRA_TDSE_VELOCITY
                              ? o->field(o->context, tdse_grid_now(g))
                              : 0;
    const double mean = sum[TDSE_FIRST] / weight;
    const double momentum = sum[TDSE_PAIR_IM] / o->dx / weight;
    const double moved = vector * (momentum + 0.5 * vector);
    return (struct hedra_tdse_means){
        .norm = weight * o->dx,
        .energy = tdse_bare_energy(g, sum) + moved,
        .position = o->x0 + mean,
        .variance = sum[TDSE_SECOND] / weight - mean * mean,
        .velocity = momentum + vector * sum[TDSE_PAIR_RE] / weight,
        .force = -sum[TDSE_SLOPE] / o->dx / weight};
}

double tdse_bare_energy(const struct tdse_grid *g, const double sum[TDSE_SUMS])
{
    const double dx = g->options.dx;
    return 0.5 * (sum[TDSE_STEP] / sum[TDSE_WEIGHT]) / (dx * dx) +
           sum[TDSE_POTENTIAL] / sum[TDSE_WEIGHT];
}

double complex tdse_dot(const struct tdse_grid *g, const double complex *other)
{
    number sum = 0;
    for (int64_t i = 0; i < g->options.n; i++)
        sum += conj(other[i]) * g->psi[i];
    return sum;
}

/* The ground state
 * ------------------------------------------------------------*/

bool tdse_keep(struct tdse_kept *kept, const struct tdse_grid *g)
{
    const size_t bytes = (size_t)g->options.n * sizeof *g->psi;
    *kept = (struct tdse_kept){malloc(bytes), g->begin, g->steps};
    if (kept->psi)
        memcpy(kept->psi, g->psi, bytes);
    return kept->psi != NULL;
}

void tdse_keep_end(struct tdse_kept *kept, struct tdse_grid *g, bool well)
{
    if (!well && kept->psi) {
        memcpy(g->psi, kept->psi, (size_t)g->options.n * sizeof *g->psi);
        g->begin = kept->begin;
        g->steps = kept->steps;
    }
    free(kept->psi);
}

bool tdse_ground_init(struct tdse_ground *ground, const struct tdse_grid *g,
                      double least)
{
    const int64_t n = g->options.n;
    const double unit = g->options.dx * g->options.dx;
    *ground = (struct tdse_ground){copy_values(NULL, n), copy_values(NULL, n),
                                   copy_values(NULL, n), copy_values(NULL, n)};
    if (!ground->b || !ground->a || !ground->c || !ground->x)
        return false;
    for (int64_t i = 0; i < n; i++) {
        ground->b[i] = ground->c[i] = -0.5;
        ground->a[i] = 1 + (g->potential[i] - least) * unit;
        ground->x[i] = 1;
    }
    return true;
}

void tdse_ground_drop(struct tdse_ground *ground)
{
    free(ground->b);
    free(ground->a);
    free(ground->c);
    free(ground->x);
}

double tdse_least_potential(const struct tdse_grid *g)
{
    double least = g->potential[0];
    for (int64_t i = 1; i < g->options.n; i++)
        least = fmin(least, g->potential[i]);
    return least;
}

double tdse_square_sum(const double *x, int64_t n)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

void tdse_ground_use(struct tdse_ground *ground, struct tdse_grid *g,
                     double sum)
{
    double scale = 1 / sqrt(sum * g->options.dx);
    for (int64_t i = 0; i < g->options.n; i++)
        g->psi[i] = ground->x[i] *= scale;
}
