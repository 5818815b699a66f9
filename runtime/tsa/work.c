/*
 * The coefficients of sub-steps, uniform or in tables, and the work on two rows
 * that the methods hand to the kernels (rows.inc).
 */
#include "runtime/tsa/local.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void *tsa_new_rows(int64_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow((size_t)count, size, &bytes) ||
        bytes > PTRDIFF_MAX)
        return NULL;
    void *rows = NULL;
    if (posix_memalign(&rows, TSA_ALIGNMENT, bytes) != 0)
        return NULL;
    memset(rows, 0, bytes);
    return rows;
}

void tsa_free_tables(struct tsa_tables *table)
{
    free(table->x);
    free(table->y);
    free(table->phase);
    table->x = table->y = table->phase = NULL;
}

bool tsa_has_links(const struct hedra_tsa *t)
{
    return t->link_x || t->link_y;
}

/* A number of the lattice's type, `ulps` away from the nearest to x. */
static double rounded(const struct hedra_tsa *t, double x, int ulps)
{
    float single = (float)x;
    for (int k = 0; k < abs(ulps); k++) {
        single = nextafterf(single, ulps > 0 ? 2 : -2);
        x = nextafter(x, ulps > 0 ? 2 : -2);
    }
    return t->o.real == HEDRA_TSA_FLOAT ? (double)single : x;
}

/*
 * Rounded, a^2 + b^2 is not 1, and the norm would drift by as much in each
 * sub-step, always the same way. So b is made from the a at hand and, where it
 * is large enough for its own rounding to matter, the best of a few a is taken.
 * What this changes in the angle is less than the rounding of a.
 */
static struct tsa_turn unitary(const struct hedra_tsa *t, double angle)
{
    const double large = 0.25;
    struct tsa_turn best = {cos(angle), sin(angle)};
    double cosine = best.a, sine = best.b;
    long double least = 1;
    int reach = fabs(sine) > large ? 8 : 0;
    for (int k = -reach; k <= reach; k++) {
        double a = rounded(t, cosine, k);
        long double rest = 1 - (long double)a * a;
        double b = rounded(t, rest > 0 ? (double)sqrtl(rest) : 0, 0);
        long double off = fabsl((long double)b * b - rest);
        if (off < least) {
            least = off;
            best = (struct tsa_turn){a, copysign(b, sine)};
        }
    }
    return best;
}

/* In float what that would change in a small angle is more than results can
 * bear, 3e-8 / angle^2 of it. So both are rounded, and only where b's steps are
 * as coarse as a's, the best of the nearest are taken; the length's error
 * weighs more than the angle's, as it adds up in every pair. */
static struct tsa_turn near_unitary(const struct hedra_tsa *t, double angle)
{
    const double large = 0.25, weight = 3;
    const double cosine = cos(angle), sine = sin(angle);
    struct tsa_turn best = {cosine, sine};
    double least = HUGE_VAL;
    const int reach = fabs(sine) > large;
    for (int k = -reach; k <= reach; k++)
        for (int m = -reach; m <= reach; m++) {
            double a = rounded(t, cosine, k), b = rounded(t, sine, m);
            double along = a * cosine + b * sine - 1;
            double across = b * cosine - a * sine;
            double off = hypot(weight * along, across);
            if (off < least) {
                least = off;
                best = (struct tsa_turn){a, b};
            }
        }
    return best;
}

/* A pair coupled by v, over `time` = dt / hbar. */
static struct tsa_turn turn_by(const struct hedra_tsa *t, double v, double time)
{
    double angle = v * time;
    if (t->o.imaginary)
        return (struct tsa_turn){cosh(angle), sinh(angle)};
    return t->o.real == HEDRA_TSA_FLOAT ? near_unitary(t, angle)
                                        : unitary(t, angle);
}

struct tsa_turn tsa_turn_by(const struct hedra_tsa *t,
                            const struct tsa_factor *factor, double v)
{
    return turn_by(t, v, factor->scale * t->o.step / 2);
}

struct tsa_turn tsa_phase_by(const struct hedra_tsa *t,
                             const struct tsa_factor *factor, double u)
{
    const double time = factor->scale * t->o.step, angle = u * time;
    if (t->o.imaginary)
        return (struct tsa_turn){exp(-(u - t->origin) * time), 0};
    return (struct tsa_turn){cos(angle), sin(angle)};
}

static double link_of(const double *links, double uniform, int64_t index)
{
    return links ? links[index] : uniform;
}

/* Puts a and b at `place` and half further on. */
static void put_turn(const struct hedra_tsa *t, char *row, int64_t place,
                     struct tsa_turn turn)
{
    tsa_store(t, row, place, turn.a);
    tsa_store(t, row, place + t->half, turn.b);
}

static void fill_x(const struct hedra_tsa *t, const struct tsa_factor *factor,
                   int64_t y)
{
    const struct hedra_tsa_options *o = &t->o;
    char *row = tsa_row(t, factor->table.x, y);
    const struct tsa_turn none = {1, 0};
    for (int64_t j = 0; j < t->half; j++) {
        put_turn(t, row, j, none);
        if (!t->in_order)
            put_turn(t, row, 2 * t->half + j, none);
    }
    for (int64_t x = 0; x < o->nx; x++) {
        if (x + 1 == o->nx && !o->periodic_x)
            continue;
        double v = link_of(t->link_x, o->vx, y * o->nx + x);
        put_turn(t, row, tsa_place(t, x), tsa_turn_by(t, factor, v));
    }
}

static void fill_y(const struct hedra_tsa *t, const struct tsa_factor *factor,
                   int64_t y)
{
    const struct hedra_tsa_options *o = &t->o;
    char *row = tsa_row(t, factor->table.y, y);
    bool coupled = y + 1 < o->ny || o->periodic_y;
    for (int64_t x = 0; x < o->nx; x++) {
        double v = coupled ? link_of(t->link_y, o->vy, y * o->nx + x) : 0;
        put_turn(t, row, tsa_place(t, x), tsa_turn_by(t, factor, v));
    }
    /* the place that the first site is lent to */
    if (o->periodic_x && !t->in_order) {
        double v = coupled ? link_of(t->link_y, o->vy, y * o->nx) : 0;
        put_turn(t, row, t->even, tsa_turn_by(t, factor, v));
    }
}

static void fill_phase(const struct hedra_tsa *t,
                       const struct tsa_factor *factor, int64_t y)
{
    const struct hedra_tsa_options *o = &t->o;
    char *row = tsa_row(t, factor->table.phase, y);
    for (int64_t x = 0; x <= o->nx; x++) {
        if (x == o->nx && (!o->periodic_x || t->in_order))
            continue;
        int64_t place = x == o->nx ? t->even : tsa_place(t, x);
        double u = t->potential[y * o->nx + x % o->nx];
        put_turn(t, row, place, tsa_phase_by(t, factor, u));
    }
}

/* Fills the factor's tables if the lattice needs them and they are not there.
 */
static bool fill_tables(const struct hedra_tsa *t, struct tsa_factor *factor)
{
    struct tsa_tables *table = &factor->table;
    bool links = tsa_has_links(t);
    if ((!links || table->x) && (!t->potential || table->phase))
        return true;
    /* a row more, of zeros but for a = 1: beyond an open edge */
    if (links && (!(table->x = tsa_new_rows(t->o.ny + 1, t->pitch)) ||
                  !(table->y = tsa_new_rows(t->o.ny + 1, t->pitch))))
        return false;
    if (t->potential && !(table->phase = tsa_new_rows(t->o.ny + 1, t->pitch)))
        return false;
    for (int64_t y = 0; y < t->o.ny; y++) {
        if (links) {
            fill_x(t, factor, y);
            fill_y(t, factor, y);
        }
        if (t->potential)
            fill_phase(t, factor, y);
    }
    for (int64_t j = 0; links && j < t->half; j++) {
        char *row = tsa_row(t, table->y, t->o.ny);
        tsa_store(t, row, j, 1);
        if (!t->in_order)
            tsa_store(t, row, 2 * t->half + j, 1);
    }
    return true;
}

bool tsa_ready_factors(struct hedra_tsa *t, bool back)
{
    const struct hedra_tsa_options *o = &t->o;
    for (int k = 0; k < (t->stage_count > 1 ? TSA_FACTORS : 1); k++) {
        struct tsa_factor *f = &t->factor[back][k];
        double time = f->scale * o->step;
        f->x = turn_by(t, o->vx, time / 2);
        f->y = turn_by(t, o->vy, time / 2);
        f->x_full = turn_by(t, o->vx, time);
        for (int next = 0; next < TSA_FACTORS; next++)
            f->y_with[next] =
                turn_by(t, o->vy,
                        (f->scale + t->factor[back][next].scale) / 2 * o->step);
        if (o->method == HEDRA_TSA_NAIVE)
            continue; /* computes them as it goes */
        if (!fill_tables(t, f)) {
            tsa_free_tables(&f->table);
            return false;
        }
    }
    return true;
}

struct tsa_work tsa_work_new(const struct hedra_tsa *t)
{
    return (struct tsa_work){
        .half = t->half,
        .count = t->count,
        .even = t->even,
        .odd = t->odd,
        .periodic = t->o.periodic_x,
        .imaginary = t->o.imaginary,
        .links = tsa_has_links(t),
    };
}

/* The row of the lattice that stands for logical row y; ny beyond an open
 * edge. */
static int64_t wrap(const struct hedra_tsa *t, int64_t y)
{
    int64_t ny = t->o.ny;
    if (y >= 0 && y < ny)
        return y;
    return t->o.periodic_y ? ((y % ny) + ny) % ny : ny;
}

void tsa_side_set(const struct hedra_tsa *t, const struct tsa_factor *factor,
                  int64_t y0, struct tsa_side *side)
{
    const struct tsa_tables *table = &factor->table;
    int64_t r0 = wrap(t, y0), r1 = wrap(t, y0 + 1);
    bool coupled = r0 < t->o.ny && r1 < t->o.ny;
    side->on = true;
    side->x = factor->x;
    side->y = coupled ? factor->y : (struct tsa_turn){1, 0};
    if (!table->x)
        return;
    side->x_row[0] = tsa_row(t, table->x, r0);
    side->x_row[1] = tsa_row(t, table->x, r1);
    side->y_row = tsa_row(t, table->y, coupled ? r0 : t->o.ny);
}

void tsa_phase_set(const struct hedra_tsa *t, const struct tsa_factor *factor,
                   int64_t y0, struct tsa_work *w)
{
    w->x_full = factor->x_full;
    for (int k = 0; factor->table.phase && k < 2; k++)
        w->phase_row[k] = tsa_row(t, factor->table.phase, wrap(t, y0 + k));
}

const struct tsa_factor *tsa_factor_of(const struct hedra_tsa *t, bool back,
                                       int64_t step, int64_t total)
{
    if (step >= total)
        return NULL;
    return &t->factor[back][t->stage[step % t->stage_count]];
}
