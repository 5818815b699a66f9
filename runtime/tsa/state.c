/* States and what is observed of them. */
#include "runtime/base/base.h"
#include "runtime/host/host.h"
#include "runtime/tsa/local.h"
#include "runtime/tsa/norm.h"
#include "runtime/tsa/packet.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reading and writing -------------------------------------------------------
 */

static bool is_part(const struct hedra_tsa *t, const struct hedra_tsa_part *p)
{
    return p->x >= 0 && p->y >= 0 && p->width >= 0 && p->height >= 0 &&
           p->x <= t->o.nx - p->width && p->y <= t->o.ny - p->height;
}

enum hedra_status hedra_tsa_put_part(struct hedra_tsa *t,
                                     const struct hedra_tsa_part *part,
                                     const void *re, const void *im,
                                     struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t || !part || !re || !im)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    if (!is_part(t, part))
        return tsa_tell(why, HEDRA_ERROR_SIZE);
    for (int64_t k = 0; k < part->width * part->height; k++)
        if (!isfinite(tsa_load(t, re, k)) || !isfinite(tsa_load(t, im, k)))
            return tsa_tell(why, HEDRA_ERROR_VALUE);
    int error = tsa_gpu_leave(t);
    if (error)
        return tsa_tell(why, error);
    t->normal = false;
    for (int64_t y = 0; y < part->height; y++) {
        char *row = tsa_row(t, t->rows, part->y + y);
        for (int64_t x = 0; x < part->width; x++) {
            int64_t from = y * part->width + x;
            int64_t to = tsa_place(t, part->x + x);
            tsa_store(t, row, to, tsa_load(t, re, from));
            tsa_store(t, row, to + t->half, tsa_load(t, im, from));
        }
    }
    return tsa_tell(why, HEDRA_OK);
}

enum hedra_status hedra_tsa_get_part(const struct hedra_tsa *t,
                                     const struct hedra_tsa_part *part,
                                     void *re, void *im,
                                     struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t || !part || !re || !im)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    if (!is_part(t, part))
        return tsa_tell(why, HEDRA_ERROR_SIZE);
    int error = tsa_gpu_sync(t);
    if (error)
        return tsa_tell(why, error);
    for (int64_t y = 0; y < part->height; y++) {
        const char *row = tsa_row(t, t->rows, part->y + y);
        for (int64_t x = 0; x < part->width; x++) {
            int64_t to = y * part->width + x;
            int64_t from = tsa_place(t, part->x + x);
            tsa_store(t, re, to, tsa_load(t, row, from));
            tsa_store(t, im, to, tsa_load(t, row, from + t->half));
        }
    }
    return tsa_tell(why, HEDRA_OK);
}

static struct hedra_tsa_part whole(const struct hedra_tsa *t)
{
    return (struct hedra_tsa_part){0, 0, t->o.nx, t->o.ny};
}

enum hedra_status hedra_tsa_put(struct hedra_tsa *t, const void *re,
                                const void *im, struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    struct hedra_tsa_part all = whole(t);
    return tsa_tell(why, hedra_tsa_put_part(t, &all, re, im, NULL));
}

enum hedra_status hedra_tsa_get(const struct hedra_tsa *t, void *re, void *im,
                                struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    struct hedra_tsa_part all = whole(t);
    return tsa_tell(why, hedra_tsa_get_part(t, &all, re, im, NULL));
}

enum hedra_status hedra_tsa_load(struct hedra_tsa *t, const char *path,
                                 struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t || !path)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    size_t bytes = (size_t)(t->o.nx * t->o.ny) * t->size;
    char *state = malloc(2 * bytes);
    if (!state)
        return tsa_tell(why, HEDRA_ERROR_NO_MEMORY);
    FILE *file = fopen(path, "rb");
    bool whole = file && fread(state, 1, 2 * bytes, file) == 2 * bytes &&
                 fgetc(file) == EOF;
    if (file)
        fclose(file);
    int error =
        whole ? hedra_tsa_put(t, state, state + bytes, NULL) : HEDRA_ERROR_FILE;
    free(state);
    return tsa_tell(why, error);
}

enum hedra_status hedra_tsa_save(const struct hedra_tsa *t, const char *path,
                                 struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t || !path)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    size_t bytes = (size_t)(t->o.nx * t->o.ny) * t->size;
    char *state = malloc(2 * bytes);
    if (!state)
        return tsa_tell(why, HEDRA_ERROR_NO_MEMORY);
    int error = hedra_tsa_get(t, state, state + bytes, NULL);
    if (!error && !base_write_file(path, state, 2 * bytes))
        error = HEDRA_ERROR_FILE;
    free(state);
    return tsa_tell(why, error);
}

/* Sums over rows ------------------------------------------------------------
 */

struct sums {
    const struct hedra_tsa *t;
    void (*row)(const struct hedra_tsa *t, int64_t y, double sum[TSA_SUMS]);
    double (*out)[TSA_SUMS];
};

static void sum_rows(const void *context, int64_t begin, int64_t end)
{
    const struct sums *s = context;
    for (int64_t y = begin; y < end; y++)
        s->row(s->t, y, s->out[y]);
}

/* Sums of each row, added in their order: the same for any threads. */
static int sum_all(const struct hedra_tsa *t,
                   void (*row)(const struct hedra_tsa *, int64_t, double *),
                   double total[TSA_SUMS])
{
    int error = tsa_gpu_sync(t);
    if (error)
        return error;
    struct sums s = {t, row, calloc((size_t)t->o.ny, sizeof *s.out)};
    if (!s.out)
        return HEDRA_ERROR_NO_MEMORY;
    host_pool_run(t->threads, sum_rows, &s, t->o.ny);
    for (int k = 0; k < TSA_SUMS; k++)
        total[k] = 0;
    for (int64_t y = 0; y < t->o.ny; y++)
        for (int k = 0; k < TSA_SUMS; k++)
            total[k] += s.out[y][k];
    free(s.out);
    return HEDRA_OK;
}

static struct tsa_amplitude at(const struct hedra_tsa *t, char *rows, int64_t x,
                               int64_t y)
{
    const char *row = tsa_row(t, rows, y);
    int64_t place = tsa_place(t, x);
    return (struct tsa_amplitude){tsa_load(t, row, place),
                                  tsa_load(t, row, place + t->half)};
}

static double link(const double *links, double uniform, int64_t index)
{
    return links ? links[index] : uniform;
}

static double overlap(struct tsa_amplitude p, struct tsa_amplitude q)
{
    return p.re * q.re + p.im * q.im;
}

/* Adds what enum tsa_sum names, of the sites of a row. */
static void observe_row(const struct hedra_tsa *t, int64_t y, double *sum)
{
    const struct hedra_tsa_options *o = &t->o;
    for (int64_t x = 0; x < o->nx; x++) {
        int64_t site = y * o->nx + x;
        struct tsa_amplitude p = at(t, t->rows, x, y);
        double weight = overlap(p, p);
        sum[TSA_SUM_NORM] += weight;
        sum[TSA_SUM_X] += weight * (double)x;
        sum[TSA_SUM_Y] += weight * (double)y;
        sum[TSA_SUM_XX] += weight * (double)x * (double)x;
        sum[TSA_SUM_YY] += weight * (double)y * (double)y;
        if (t->potential)
            sum[TSA_SUM_ENERGY] += t->potential[site] * weight;
        if (x + 1 < o->nx || o->periodic_x)
            sum[TSA_SUM_ENERGY] -=
                2 * link(t->link_x, o->vx, site) *
                overlap(p, at(t, t->rows, (x + 1) % o->nx, y));
        if (y + 1 < o->ny || o->periodic_y)
            sum[TSA_SUM_ENERGY] -=
                2 * link(t->link_y, o->vy, site) *
                overlap(p, at(t, t->rows, x, (y + 1) % o->ny));
    }
}

/* GPU_NAIVE has the bits of the host's sums. */
static bool is_summed_there(const struct hedra_tsa *t)
{
    return t->away && t->o.method == HEDRA_TSA_GPU_STEP;
}

enum hedra_status hedra_tsa_observe(const struct hedra_tsa *t,
                                    struct hedra_tsa_observables *out,
                                    struct hedra_error *why)
{
    CANCEL_OFF;
    double sum[TSA_SUMS];
    if (!t || !out)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    int error = is_summed_there(t) ? tsa_gpu_sums(t, sum)
                                   : sum_all(t, observe_row, sum);
    if (error)
        return tsa_tell(why, error);
    const double norm = sum[TSA_SUM_NORM];
    if (!(norm > 0) || !isfinite(norm))
        return tsa_tell(why, HEDRA_ERROR_ZERO);
    out->norm = norm;
    out->energy = sum[TSA_SUM_ENERGY] / norm;
    for (int k = 0; k < 2; k++) {
        double mean = sum[TSA_SUM_X + k] / norm;
        out->mean[k] = mean;
        out->variance[k] = sum[TSA_SUM_XX + k] / norm - mean * mean;
    }
    return tsa_tell(why, HEDRA_OK);
}

/* The norm, to the same bits as over ranks (norm.h). */
struct squares {
    const struct hedra_tsa *t;
    double largest, *most; /* of all rows; of each */
    struct tsa_norm *sum;  /* of each row; NULL: not yet */
};

/* The arrays of a row (local.h), without the places beyond its sites. */
static void square_rows(const void *context, int64_t begin, int64_t end)
{
    const struct squares *s = context;
    const struct hedra_tsa *t = s->t;
    const int parts = t->in_order ? 2 : 4;
    for (int64_t y = begin; y < end; y++)
        for (int k = 0; k < parts; k++) {
            const char *at =
                tsa_row(t, t->rows, y) + (size_t)k * (size_t)t->half * t->size;
            int64_t n = t->in_order ? t->o.nx : k < 2 ? t->even : t->odd;
            if (s->sum)
                tsa_norm_add(&s->sum[y], at, t->size, n, s->largest);
            else
                s->most[y] = tsa_norm_largest(at, t->size, n, s->most[y]);
        }
}

static int sum_squares(const struct hedra_tsa *t, double *norm)
{
    int error = tsa_gpu_sync(t);
    if (error)
        return error;
    const size_t ny = (size_t)t->o.ny;
    struct squares s = {t, 0, calloc(ny, sizeof *s.most), NULL};
    struct tsa_norm all = {{0}}, *row = calloc(ny, sizeof *row);
    if (!s.most || !row)
        error = HEDRA_ERROR_NO_MEMORY;
    if (!error)
        host_pool_run(t->threads, square_rows, &s, t->o.ny);
    for (int64_t y = 0; y < t->o.ny && !error; y++)
        s.largest = fmax(s.largest, s.most[y]);
    s.sum = row;
    if (!error)
        host_pool_run(t->threads, square_rows, &s, t->o.ny);
    for (int64_t y = 0; y < t->o.ny && !error; y++)
        tsa_norm_join(&all, &row[y]);
    *norm = tsa_norm_value(&all, s.largest);
    free(s.most);
    free(row);
    return error;
}

struct scaling {
    const struct hedra_tsa *t;
    double factor;
};

static void scale_rows(const void *context, int64_t begin, int64_t end)
{
    const struct scaling *s = context;
    const struct hedra_tsa *t = s->t;
    for (int64_t y = begin; y < end; y++)
        tsa_norm_scale(tsa_row(t, t->rows, y), t->size,
                       (int64_t)(t->pitch / t->size), s->factor);
}

int tsa_norm_now(const struct hedra_tsa *t, double *norm)
{
    double sum[TSA_SUMS];
    int error = is_summed_there(t) ? tsa_gpu_sums(t, sum) : sum_squares(t, sum);
    if (error)
        return error;
    *norm = sum[TSA_SUM_NORM];
    return *norm > 0 && isfinite(*norm) ? HEDRA_OK : HEDRA_ERROR_ZERO;
}

int tsa_scale(struct hedra_tsa *t, double factor)
{
    if (factor == 1)
        return HEDRA_OK;
    if (is_summed_there(t))
        return tsa_gpu_scale(t, factor);
    int error = tsa_gpu_leave(t);
    if (!error)
        host_pool_run(t->threads, scale_rows, &(struct scaling){t, factor},
                      t->o.ny);
    return error;
}

int tsa_normalise(struct hedra_tsa *t)
{
    double norm;
    int error = tsa_norm_now(t, &norm);
    if (!error)
        error = tsa_scale(t, 1 / sqrt(norm));
    t->normal = !error;
    return error;
}

enum hedra_status hedra_tsa_mark(struct hedra_tsa *t, struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    size_t bytes = (size_t)t->o.ny * t->pitch;
    int error = tsa_gpu_sync(t);
    if (error)
        return tsa_tell(why, error);
    if (!t->mark && !(t->mark = malloc(bytes)))
        return tsa_tell(why, HEDRA_ERROR_NO_MEMORY);
    memcpy(t->mark, t->rows, bytes);
    return tsa_tell(why, HEDRA_OK);
}

/* <mark | state>. */
static void correlate_row(const struct hedra_tsa *t, int64_t y, double *sum)
{
    for (int64_t x = 0; x < t->o.nx; x++) {
        struct tsa_amplitude p = at(t, t->mark, x, y), q = at(t, t->rows, x, y);
        sum[0] += p.re * q.re + p.im * q.im;
        sum[1] += p.re * q.im - p.im * q.re;
    }
}

enum hedra_status hedra_tsa_autocorrelation(const struct hedra_tsa *t,
                                            double *re, double *im,
                                            struct hedra_error *why)
{
    CANCEL_OFF;
    double sum[TSA_SUMS];
    if (!t || !re || !im || !t->mark)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    int error = sum_all(t, correlate_row, sum);
    if (error)
        return tsa_tell(why, error);
    *re = sum[0];
    *im = sum[1];
    return tsa_tell(why, HEDRA_OK);
}

/* Initial states ------------------------------------------------------------
 */

static int set_packet(struct hedra_tsa *t, const double *centre,
                      const double *sigma, const double k[2])
{
    const int64_t n[2] = {t->o.nx, t->o.ny};
    const bool periodic[2] = {t->o.periodic_x, t->o.periodic_y};
    struct tsa_amplitude *factor[2];
    int error = tsa_packet_new(n, periodic, centre, sigma, k, factor);
    if (!error)
        error = tsa_gpu_leave(t);
    for (int64_t y = 0; y < n[1] && !error; y++) {
        char *row = tsa_row(t, t->rows, y);
        for (int64_t x = 0; x < n[0]; x++) {
            const struct tsa_amplitude a = tsa_packet_at(factor, x, y);
            int64_t place = tsa_place(t, x);
            tsa_store(t, row, place, a.re);
            tsa_store(t, row, place + t->half, a.im);
        }
    }
    free(factor[0]);
    free(factor[1]);
    return error ? error : tsa_normalise(t);
}

enum hedra_status hedra_tsa_gaussian(struct hedra_tsa *t,
                                     const double centre[2],
                                     const double sigma[2], const double k[2],
                                     struct hedra_error *why)
{
    CANCEL_OFF;
    if (!t || !centre || !sigma || !k)
        return tsa_tell(why, HEDRA_ERROR_ARGUMENT);
    return tsa_tell(why, set_packet(t, centre, sigma, k));
}

enum hedra_status hedra_tsa_plane_wave(struct hedra_tsa *t, const double k[2],
                                       struct hedra_error *why)
{
    CANCEL_OFF;
    return tsa_tell(why, t && k ? set_packet(t, NULL, NULL, k)
                                : HEDRA_ERROR_ARGUMENT);
}
