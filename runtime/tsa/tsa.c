/* Making lattices, and steps. */
#include "runtime/device/device.h"
#include "runtime/host/host.h"
#include "runtime/tsa/local.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
        return HEDRA_ERROR_SIZE;
    if (o->method == HEDRA_TSA_GPU_STEP &&
        (o->nx > most_on_gpu || o->ny > most_on_gpu))
        return HEDRA_ERROR_SIZE;
    if ((o->periodic_x && (o->nx % 2 || o->nx < 4)) ||
        (o->periodic_y && (o->ny % 2 || o->ny < 4)))
        return HEDRA_ERROR_PERIODIC;
    if ((o->real != HEDRA_TSA_FLOAT && o->real != HEDRA_TSA_DOUBLE) ||
        (o->order != 0 && o->order != 2 && o->order != 4) || o->method < 0 ||
        o->method > HEDRA_TSA_GPU_STEP || o->strip_rows < 0 ||
        o->strip_rows % 2 || o->strip_rows > 1 << 20 || o->fused < 0 ||
        o->threads < 0 || o->threads > HOST_POOL_MAX_THREADS ||
        !isfinite(o->step) || !isfinite(o->vx) || !isfinite(o->vy))
        return HEDRA_ERROR_VALUE;
    if (o->method == HEDRA_TSA_BLOCK &&
        (o->link_x || o->link_y || o->potential))
        return HEDRA_ERROR_VALUE;
    return check_strengths(o) ? HEDRA_OK : HEDRA_ERROR_VALUE;
}

/* Memory --------------------------------------------------------------------
 */

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
    int64_t lanes = TSA_ALIGNMENT / (int64_t)t->size;
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
    t->rows = tsa_new_rows(o->ny, t->pitch);
    t->zero = tsa_new_rows(t->threads, t->pitch);
    if (two)
        t->other = tsa_new_rows(o->ny, t->pitch);
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

enum hedra_status hedra_tsa_create(const struct hedra_tsa_options *options,
                                   struct hedra_tsa **out,
                                   struct hedra_error *why)
{
    CANCEL_OFF;
    if (!out)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    *out = NULL;
    if (!options)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    int error = check_options(options);
    if (error)
        return tsa_tell(why, error);
    struct report report;
    if (!environment_check(&report))
        return tsa_tell(why, tsa_gpu_fail(&report));
    int threads = options->threads
                      ? options->threads
                      : host_pool_size(getenv("HEDRA_THREADS"), &report);
    struct hedra_tsa *t = calloc(1, sizeof *t);
    if (!t)
        return tsa_tell(why, HEDRA_ERROR_NO_MEMORY);
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
    error = allocate(t) ? HEDRA_OK : HEDRA_ERROR_NO_MEMORY;
    if (!error && t->o.method >= HEDRA_TSA_GPU_NAIVE)
        error = tsa_gpu_open(t);
    if (error)
        hedra_tsa_destroy(t);
    else
        *out = t;
    return tsa_tell(why, error);
}

const char *hedra_tsa_device(const struct hedra_tsa *t)
{
    return t && t->device ? t->device : "host";
}

void hedra_tsa_destroy(struct hedra_tsa *t)
{
    CANCEL_OFF;
    if (!t)
        return;
    tsa_gpu_forget(t);
    for (int k = 0; k < 2 * TSA_FACTORS; k++)
        tsa_free_tables(&t->factor[k / TSA_FACTORS][k % TSA_FACTORS].table);
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

/* Work ----------------------------------------------------------------------
 */

/* Steps ---------------------------------------------------------------------
 */

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
        return run_streamed(t, back, first, end, total) ? HEDRA_OK
                                                        : HEDRA_ERROR_NO_MEMORY;
    for (int64_t done = first; done < end; done++) {
        const struct tsa_factor *stage = tsa_factor_of(t, back, done, total);
        if (t->o.method == HEDRA_TSA_NAIVE)
            tsa_naive(t, stage);
        else if (t->o.method == HEDRA_TSA_VECTOR)
            tsa_vector(t, stage);
        else
            tsa_block(t, stage);
    }
    return HEDRA_OK;
}

int hedra_tsa_stages(const struct hedra_tsa *t)
{
    return t ? t->stage_count : 0;
}

enum hedra_status hedra_tsa_set_origin(struct hedra_tsa *t, double energy,
                                       struct hedra_error *why)
{
    if (!t)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    if (!isfinite(energy) || t->o.method != HEDRA_TSA_STREAM)
        return tsa_tell(why, HEDRA_ERROR_VALUE);
    for (int64_t k = 0; t->potential && k < t->o.nx * t->o.ny; k++)
        if (!is_potential(&t->o, t->potential[k], energy))
            return tsa_tell(why, HEDRA_ERROR_VALUE);
    t->origin = energy;
    for (int k = 0; k < 2 * TSA_FACTORS; k++)
        tsa_free_tables(&t->factor[k / TSA_FACTORS][k % TSA_FACTORS].table);
    return tsa_tell(why, HEDRA_OK);
}

enum hedra_status hedra_tsa_pass(struct hedra_tsa *t, int64_t first,
                                 int64_t count, int64_t total,
                                 struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    bool back = total < 0;
    if (back && t->o.imaginary)
        return tsa_tell(why, HEDRA_ERROR_REVERSE);
    if (total < -INT64_MAX || first < 0 || count < 0 ||
        first > llabs(total) - count || t->o.method != HEDRA_TSA_STREAM)
        return tsa_tell(why, HEDRA_ERROR_VALUE);
    t->normal = false;
    if (!tsa_ready_factors(t, back) ||
        !run_streamed(t, back, first, first + count, llabs(total)))
        return tsa_tell(why, HEDRA_ERROR_NO_MEMORY);
    return tsa_tell(why, HEDRA_OK);
}

enum hedra_status hedra_tsa_step(struct hedra_tsa *t, int64_t count,
                                 struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    bool back = count < 0;
    if (back && t->o.imaginary)
        return tsa_tell(why, HEDRA_ERROR_REVERSE);
    if (count < -INT64_MAX / 8 || count > INT64_MAX / 8)
        return tsa_tell(why, HEDRA_ERROR_VALUE);
    if (!tsa_ready_factors(t, back))
        return tsa_tell(why, HEDRA_ERROR_NO_MEMORY);
    if (t->o.imaginary)
        return tsa_tell(why, tsa_run_imaginary(t, count));
    const int64_t total = (back ? -count : count) * t->stage_count;
    return tsa_tell(why, tsa_advance(t, back, 0, total, total));
}
