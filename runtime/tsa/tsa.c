/* Making lattices, and steps. */
#include "runtime/host/cancel.h"
#include "runtime/base/environment.h"
#include "runtime/host/pool.h"
#include "runtime/tsa/local.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

const char *hedra_tsa_message(int error)
{
    switch ((enum hedra_tsa_error)error) {
    case HEDRA_TSA_OK:
        return "no error";
    case HEDRA_TSA_NULL:
        return "a pointer is NULL";
    case HEDRA_TSA_SIZE:
        return "the lattice has no sites, or more than memory can hold";
    case HEDRA_TSA_PERIODIC:
        return "a periodic axis needs an even number of sites, 4 or more";
    case HEDRA_TSA_VALUE:
        return "an option, coupling or amplitude is out of range";
    case HEDRA_TSA_MEMORY:
        return "out of memory";
    case HEDRA_TSA_REVERSE:
        return "imaginary time runs forward only";
    case HEDRA_TSA_ZERO:
        return "the state's norm is zero or not finite";
    case HEDRA_TSA_FILE:
        return "the file cannot be read or written, or has another size";
    case HEDRA_TSA_DAMAGED:
        return "the file is no checkpoint, or is damaged or incomplete";
    case HEDRA_TSA_FOREIGN:
        return "the checkpoint is of another kind, version or byte order";
    case HEDRA_TSA_DEVICE:
        return "the device cannot be used or failed, or a variable HEDRA_... "
               "of the environment is not valid";
    }
    return "an unknown error";
}

bool tsa_has_links(const struct hedra_tsa *t)
{
    return t->link_x || t->link_y;
}

/* Options -------------------------------------------------------------------
 */

static double most_angle(const struct hedra_tsa_options *o)
{
    return log(o->real == HEDRA_TSA_FLOAT ? FLT_MAX : DBL_MAX);
}

/* Whether no factor of a step overflows. */
static bool is_coupling(const struct hedra_tsa_options *o, double v)
{
    double angle = fabs(v * o->step);
    return isfinite(angle) && (!o->imaginary || angle < most_angle(o));
}

/* In imaginary time, as it counts from `origin`. */
static bool is_potential(const struct hedra_tsa_options *o, double u,
                         double origin)
{
    const double angle = (u - origin) * o->step;
    const double p = o->order == 4 ? tsa_suzuki() : 1;
    if (!isfinite(u * o->step) || !o->imaginary)
        return isfinite(u * o->step);
    return isfinite(angle) && -p * angle < most_angle(o) &&
           (o->order != 4 || (4 * p - 1) * angle < most_angle(o));
}

static bool check_strengths(const struct hedra_tsa_options *o)
{
    const int64_t sites = o->nx * o->ny;
    const struct tsa_strengths s = tsa_strengths_of(o, sites);
    const double origin = tsa_origin(o, &s);
    const bool tables = o->link_x || o->link_y || o->potential;
    for (int64_t k = 0; tables && k < sites; k++)
        if ((o->link_x && !is_coupling(o, o->link_x[k])) ||
            (o->link_y && !is_coupling(o, o->link_y[k])) ||
            (o->potential && !is_potential(o, o->potential[k], origin)))
            return false;
    return is_coupling(o, o->vx) && is_coupling(o, o->vy);
}

static int check_options(const struct hedra_tsa_options *o)
{
    const int64_t most = INT64_C(1) << 40;
    const int64_t most_on_gpu = INT64_C(1) << 30;
    if (o->nx < 1 || o->ny < 1 || o->nx > most || o->ny > most / o->nx)
        return HEDRA_TSA_SIZE;
    if (o->method == HEDRA_TSA_GPU_STEP &&
        (o->nx > most_on_gpu || o->ny > most_on_gpu))
        return HEDRA_TSA_SIZE;
    if ((o->periodic_x && (o->nx % 2 || o->nx < 4)) ||
        (o->periodic_y && (o->ny % 2 || o->ny < 4)))
        return HEDRA_TSA_PERIODIC;
    if ((o->real != HEDRA_TSA_FLOAT && o->real != HEDRA_TSA_DOUBLE) ||
        (o->order != 0 && o->order != 2 && o->order != 4) || o->method < 0 ||
        o->method > HEDRA_TSA_GPU_STEP || o->strip_rows < 0 ||
        o->strip_rows % 2 || o->strip_rows > 1 << 20 || o->fused < 0 ||
        o->threads < 0 || o->threads > HOST_POOL_MAX_THREADS ||
        !isfinite(o->step) || !isfinite(o->vx) || !isfinite(o->vy))
        return HEDRA_TSA_VALUE;
    if (o->method == HEDRA_TSA_BLOCK &&
        (o->link_x || o->link_y || o->potential))
        return HEDRA_TSA_VALUE;
    return check_strengths(o) ? HEDRA_TSA_OK : HEDRA_TSA_VALUE;
}

/* Memory --------------------------------------------------------------------
 */

/* Zeroed and aligned; count * size bytes, or NULL. */
static void *new_rows(int64_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow((size_t)count, size, &bytes) ||
        bytes > PTRDIFF_MAX)
        return NULL;
    void *rows = NULL;
    if (posix_memalign(&rows, ALIGNMENT, bytes) != 0)
        return NULL;
    memset(rows, 0, bytes);
    return rows;
}

static bool copy_values(double **to, const double *from, int64_t count)
{
    if (!from)
        return true;
    *to = malloc((size_t)count * sizeof **to);
    if (*to)
        memcpy(*to, from, (size_t)count * sizeof **to);
    return *to != NULL;
}

static int64_t round_up(int64_t value, int64_t to)
{
    return (value + to - 1) / to * to;
}

/* Rows whose length in bytes is a multiple of the alignment. */
static void lay_out(struct hedra_tsa *t)
{
    int64_t lanes = ALIGNMENT / (int64_t)t->size;
    t->even = (t->o.nx + 1) / 2;
    t->odd = t->o.nx / 2;
    t->count = round_up(t->even, lanes);
    t->half = t->count + lanes;
    t->pitch = 4 * (size_t)t->half * t->size;
    t->in_order =
        t->o.method == HEDRA_TSA_NAIVE || t->o.method == HEDRA_TSA_GPU_NAIVE;
    if (!t->in_order)
        return;
    t->half = t->o.nx;
    t->pitch = 2 * (size_t)t->half * t->size;
}

static bool allocate(struct hedra_tsa *t)
{
    const struct hedra_tsa_options *o = &t->o;
    int64_t sites = o->nx * o->ny;
    bool two = o->method == HEDRA_TSA_BLOCK || o->method == HEDRA_TSA_GPU_STEP;
    t->rows = new_rows(o->ny, t->pitch);
    t->zero = new_rows(t->threads, t->pitch);
    if (two)
        t->other = new_rows(o->ny, t->pitch);
    return t->rows && t->zero && (t->other || !two) &&
           copy_values(&t->link_x, o->link_x, sites) &&
           copy_values(&t->link_y, o->link_y, sites) &&
           copy_values(&t->potential, o->potential, sites);
}

static void choose_stages(struct hedra_tsa *t)
{
    double p = tsa_suzuki();
    bool fourth = t->o.order == 4;
    t->stage_count = fourth ? TSA_STAGES : 1;
    for (int k = 0; k < t->stage_count; k++)
        t->stage[k] = fourth && k == TSA_STAGES / 2;
    for (int back = 0; back < 2; back++) {
        double sign = back ? -1 : 1;
        t->factor[back][0].scale = sign * (fourth ? p : 1);
        t->factor[back][1].scale = sign * (1 - 4 * p);
        t->factor[back][1].number = 1;
    }
}

int hedra_tsa_create(const struct hedra_tsa_options *options,
                     struct hedra_tsa **out)
{
    CANCEL_OFF;
    if (!out)
        return HEDRA_TSA_NULL;
    *out = NULL;
    if (!options)
        return HEDRA_TSA_NULL;
    int error = check_options(options);
    if (error)
        return error;
    struct report why;
    if (!environment_check(&why))
        return tsa_gpu_fail(&why);
    int threads = options->threads
                      ? options->threads
                      : host_pool_size(getenv("HEDRA_THREADS"), &why);
    struct hedra_tsa *t = calloc(1, sizeof *t);
    if (!t)
        return HEDRA_TSA_MEMORY;
    t->o = *options;
    if (t->o.method == HEDRA_TSA_BEST)
        t->o.method = HEDRA_TSA_STREAM;
    t->threads = threads;
    t->size = options->real == HEDRA_TSA_FLOAT ? sizeof(float) : sizeof(double);
    t->kernels = tsa_kernels_choose(options->real);
    lay_out(t);
    choose_stages(t);
    const struct tsa_strengths s =
        tsa_strengths_of(options, options->nx * options->ny);
    t->origin = tsa_origin(options, &s);
    t->growth = tsa_growth_of(options, &s);
    error = allocate(t) ? HEDRA_TSA_OK : HEDRA_TSA_MEMORY;
    if (!error && t->o.method >= HEDRA_TSA_GPU_NAIVE)
        error = tsa_gpu_open(t);
    if (error)
        hedra_tsa_destroy(t);
    else
        *out = t;
    return error;
}

const char *hedra_tsa_device(const struct hedra_tsa *t)
{
    return t && t->device ? t->device : "host";
}

static void free_tables(struct tsa_tables *table)
{
    free(table->x);
    free(table->y);
    free(table->phase);
    table->x = table->y = table->phase = NULL;
}

void hedra_tsa_destroy(struct hedra_tsa *t)
{
    CANCEL_OFF;
    if (!t)
        return;
    tsa_gpu_forget(t);
    for (int k = 0; k < 2 * TSA_FACTORS; k++)
        free_tables(&t->factor[k / TSA_FACTORS][k % TSA_FACTORS].table);
    free(t->rows);
    free(t->other);
    free(t->halo);
    free(t->zero);
    free(t->mark);
    free(t->link_x);
    free(t->link_y);
    free(t->potential);
    free(t);
}

/* Coefficients --------------------------------------------------------------
 */

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
    if (links && (!(table->x = new_rows(t->o.ny + 1, t->pitch)) ||
                  !(table->y = new_rows(t->o.ny + 1, t->pitch))))
        return false;
    if (t->potential && !(table->phase = new_rows(t->o.ny + 1, t->pitch)))
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

static bool ready_factors(struct hedra_tsa *t, bool back)
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
            free_tables(&f->table);
            return false;
        }
    }
    return true;
}

/* Work ----------------------------------------------------------------------
 */

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

/* Steps ---------------------------------------------------------------------
 */

const struct tsa_factor *tsa_factor_of(const struct hedra_tsa *t, bool back,
                                       int64_t step, int64_t total)
{
    if (step >= total)
        return NULL;
    return &t->factor[back][t->stage[step % t->stage_count]];
}

/* S2 steps [first, end) of `total`. */
static bool run_streamed(struct hedra_tsa *t, bool back, int64_t first,
                         int64_t end, int64_t total)
{
    enum { MOST = 64 };
    const struct tsa_factor *stage[MOST];
    int depth = tsa_stream_depth(t), count;
    for (int64_t done = first; done < end; done += count) {
        for (count = 0; count < depth && count < MOST; count++)
            if (!(stage[count] = tsa_factor_of(t, back, done + count, end)))
                break;
        if (!tsa_stream(t, stage, count,
                        tsa_factor_of(t, back, done + count, total), done > 0))
            return false;
    }
    return true;
}

int tsa_advance(struct hedra_tsa *t, bool back, int64_t first, int64_t end,
                int64_t total)
{
    if (t->o.method >= HEDRA_TSA_GPU_NAIVE)
        return tsa_gpu_run(t, back, end - first);
    if (t->o.method == HEDRA_TSA_STREAM)
        return run_streamed(t, back, first, end, total) ? HEDRA_TSA_OK
                                                        : HEDRA_TSA_MEMORY;
    for (int64_t done = first; done < end; done++) {
        const struct tsa_factor *stage = tsa_factor_of(t, back, done, total);
        if (t->o.method == HEDRA_TSA_NAIVE)
            tsa_naive(t, stage);
        else if (t->o.method == HEDRA_TSA_VECTOR)
            tsa_vector(t, stage);
        else
            tsa_block(t, stage);
    }
    return HEDRA_TSA_OK;
}

int hedra_tsa_stages(const struct hedra_tsa *t)
{
    return t ? t->stage_count : 0;
}

int hedra_tsa_set_origin(struct hedra_tsa *t, double energy)
{
    if (!t)
        return HEDRA_TSA_NULL;
    if (!isfinite(energy) || t->o.method != HEDRA_TSA_STREAM)
        return HEDRA_TSA_VALUE;
    for (int64_t k = 0; t->potential && k < t->o.nx * t->o.ny; k++)
        if (!is_potential(&t->o, t->potential[k], energy))
            return HEDRA_TSA_VALUE;
    t->origin = energy;
    for (int k = 0; k < 2 * TSA_FACTORS; k++)
        free_tables(&t->factor[k / TSA_FACTORS][k % TSA_FACTORS].table);
    return HEDRA_TSA_OK;
}

int hedra_tsa_pass(struct hedra_tsa *t, int64_t first, int64_t count,
                   int64_t total)
{
    CANCEL_OFF;
    if (!t)
        return HEDRA_TSA_NULL;
    bool back = total < 0;
    if (back && t->o.imaginary)
        return HEDRA_TSA_REVERSE;
    if (total < -INT64_MAX || first < 0 || count < 0 ||
        first > llabs(total) - count || t->o.method != HEDRA_TSA_STREAM)
        return HEDRA_TSA_VALUE;
    t->normal = false;
    if (!ready_factors(t, back) ||
        !run_streamed(t, back, first, first + count, llabs(total)))
        return HEDRA_TSA_MEMORY;
    return HEDRA_TSA_OK;
}

int hedra_tsa_step(struct hedra_tsa *t, int64_t count)
{
    CANCEL_OFF;
    if (!t)
        return HEDRA_TSA_NULL;
    bool back = count < 0;
    if (back && t->o.imaginary)
        return HEDRA_TSA_REVERSE;
    if (count < -INT64_MAX / 8 || count > INT64_MAX / 8)
        return HEDRA_TSA_VALUE;
    if (!ready_factors(t, back))
        return HEDRA_TSA_MEMORY;
    if (t->o.imaginary)
        return tsa_run_imaginary(t, count);
    const int64_t total = (back ? -count : count) * t->stage_count;
    return tsa_advance(t, back, 0, total, total);
}
