/* Radial distribution functions and displacements (hedra_md_observe.h). */
#include "runtime/include/hedra_md_observe.h"
#include "runtime/md/device.h"
#include "runtime/md/part.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BINS = 1 << 20 };

/* Radial distribution ------------------------------------------------------ */

/* Particles by cells whose sides are at least the radius, from the lowest to
 * the highest position along open axes. */
struct counting {
    const struct hedra_md *md;
    int a, b, bins;
    double radius, low[3], inverse[3];
    int64_t cells[3];
    uint32_t *start, *number;
    double (*x)[3]; /* inside of periodic axes, by cell */
    _Atomic uint64_t *pairs;
    atomic_bool *lacks;
};

static bool is_of(const struct hedra_md *md, int64_t i, int type)
{
    return type == 0 || (int)md->x[i][3] + 1 == type;
}

static void inside(const struct counting *c, const double x[4], double to[3])
{
    const struct hedra_md *md = c->md;
    for (int a = 0; a < 3; a++)
        to[a] =
            md->o.open[a]
                ? x[a]
                : x[a] - md->side[a] * floor((x[a] - c->low[a]) / md->side[a]);
}

static int64_t cell_of(const struct counting *c, const double x[3])
{
    int64_t cell = 0;
    for (int a = 0; a < 3; a++) {
        const double at = (x[a] - c->low[a]) * c->inverse[a],
                     most = (double)c->cells[a] - 1;
        cell = cell * c->cells[a] + (int64_t)(at > 0 ? fmin(at, most) : 0);
    }
    return cell;
}

static void choose_cells(struct counting *c)
{
    const struct hedra_md *md = c->md;
    double side[3], longest = 1;
    for (int a = 0; a < 3; a++) {
        double low = md->o.low[a], high = md->o.low[a] + md->side[a];
        for (int64_t i = 0; md->o.open[a] && i < md->count; i++) {
            low = fmin(low, md->x[i][a]);
            high = fmax(high, md->x[i][a]);
        }
        c->low[a] = low;
        side[a] = high - low;
    }
    /* As many cells as particles, and no more. */
    const double most = fmax(1, cbrt((double)md->count));
    for (int a = 0; a < 3; a++) {
        longest =
            fmin(fmax(1, floor(side[a] / (c->radius * (1 + 1e-9)))), most);
        c->cells[a] = (int64_t)longest;
        c->inverse[a] = longest / side[a];
    }
}

static bool sort(struct counting *c)
{
    const int64_t cells = c->cells[0] * c->cells[1] * c->cells[2];
    const int64_t count = c->md->count;
    double x[3];
    c->start = md_memory(cells + 2, sizeof *c->start);
    c->number = md_memory(count, sizeof *c->number);
    c->x = md_memory(count, sizeof *c->x);
    if (!c->start || !c->number || !c->x)
        return false;
    memset(c->start, 0, (size_t)(cells + 2) * sizeof *c->start);
    for (int64_t i = 0; i < count; i++) {
        inside(c, c->md->x[i], x);
        c->start[cell_of(c, x) + 2]++;
    }
    for (int64_t k = 1; k < cells; k++)
        c->start[k + 1] += c->start[k];
    for (int64_t i = 0; i < count; i++) {
        inside(c, c->md->x[i], x);
        const uint32_t n = c->start[cell_of(c, x) + 1]++;
        c->number[n] = (uint32_t)i;
        memcpy(c->x[n], x, sizeof x);
    }
    return true;
}

/* Pairs of particles of two cells, each in this order. */
static void count_cells(const struct counting *c, int64_t one, int64_t other,
                        uint64_t *pairs)
{
    const struct hedra_md *md = c->md;
    const double radius2 = c->radius * c->radius;
    const double by_width = c->bins / c->radius;
    for (uint32_t n = c->start[one]; n < c->start[one + 1]; n++)
        for (uint32_t m = c->start[other];
             m < c->start[other + 1] && is_of(md, c->number[n], c->a); m++) {
            double r2 = 0;
            for (int a = 0; a < 3; a++) {
                double d = c->x[n][a] - c->x[m][a];
                if (!md->o.open[a])
                    d -= md->side[a] * nearbyint(d / md->side[a]);
                r2 += d * d;
            }
            if (n == m || !(r2 < radius2) || !is_of(md, c->number[m], c->b))
                continue;
            const int bin = (int)(sqrt(r2) * by_width);
            pairs[bin < c->bins ? bin : c->bins - 1]++;
        }
}

/* The cells beside cell `at` of an axis, each once; returns how many. */
static int beside(const struct counting *c, int a, int64_t at, int64_t to[3])
{
    const int64_t cells = c->cells[a];
    int count = 0;
    for (int64_t k = at - 1; k <= at + 1; k++)
        if (k >= 0 && k < cells)
            to[count++] = k;
        else if (!c->md->o.open[a] && cells > 2)
            to[count++] = (k + cells) % cells;
    return count;
}

static void count_some(const void *context, int64_t begin, int64_t end)
{
    const struct counting *c = context;
    uint64_t *pairs = calloc((size_t)c->bins, sizeof *pairs);
    if (!pairs) {
        atomic_store(c->lacks, true);
        return;
    }
    for (int64_t cell = begin; cell < end; cell++) {
        const int64_t at[3] = {cell / c->cells[2] / c->cells[1],
                               cell / c->cells[2] % c->cells[1],
                               cell % c->cells[2]};
        int64_t to[3][3];
        int count[3];
        for (int a = 0; a < 3; a++)
            count[a] = beside(c, a, at[a], to[a]);
        for (int n = 0; n < count[0] * count[1] * count[2]; n++) {
            const int64_t i = to[0][n / count[2] / count[1]],
                          j = to[1][n / count[2] % count[1]],
                          k = to[2][n % count[2]];
            count_cells(c, cell, (i * c->cells[1] + j) * c->cells[2] + k,
                        pairs);
        }
    }
    for (int n = 0; n < c->bins; n++)
        atomic_fetch_add(&c->pairs[n], pairs[n]);
    free(pairs);
}

static enum hedra_status check_rdf(const struct counting *c,
                                   struct hedra_error *why)
{
    const struct hedra_md *md = c->md;
    if (c->bins < 1 || c->bins > MOST_BINS)
        return error_set(why, HEDRA_ERROR_ARGUMENT, "bins is %d, not 1 to 2^20",
                         c->bins);
    if (c->a < 0 || c->a > md->o.types || c->b < 0 || c->b > md->o.types)
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "types %d and %d are not 0 to %d", c->a, c->b,
                         md->o.types);
    if (!(c->radius > 0 && isfinite(c->radius)))
        return error_set(why, HEDRA_ERROR_SIZE, "radius is %g, not above 0",
                         c->radius);
    for (int a = 0; a < 3; a++)
        if (!md->o.open[a] && c->radius > md->side[a] / 2)
            return error_set(why, HEDRA_ERROR_SIZE,
                             "radius is %g, more than half of the box's side "
                             "along %c, %.10g",
                             c->radius, "xyz"[a], md -> side[a]);
    return HEDRA_OK;
}

static enum hedra_status fill(const struct counting *c, double *g,
                              struct hedra_error *why)
{
    const struct hedra_md *md = c->md;
    const double width = c->radius / c->bins, pi = 3.141592653589793;
    double count[2] = {0, 0};
    for (int64_t i = 0; i < md->count; i++) {
        count[0] += is_of(md, i, c->a);
        count[1] += is_of(md, i, c->b);
    }
    if (count[0] == 0 || count[1] == 0)
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "there are no particles of type %d",
                         count[0] == 0 ? c->a : c->b);
    for (int k = 0; k < c->bins; k++) {
        const double from = k * width, to = (k + 1) * width;
        const double shell = 4 * pi / 3 * (to * to * to - from * from * from);
        g[k] = (double)atomic_load(&c->pairs[k]) * md->volume /
               (count[0] * count[1] * shell);
    }
    return HEDRA_OK;
}

enum hedra_status hedra_md_rdf(const struct hedra_md *md, int a, int b,
                               double radius, int bins, double *g,
                               struct hedra_error *why)
{
    if (!md || !g)
        return error_argument(why, "md or g is NULL");
    if (md_refuse_part(md, why))
        return HEDRA_ERROR_ARGUMENT;
    atomic_bool lacks = false;
    struct counting c = {.md = md,
                         .a = a,
                         .b = b,
                         .bins = bins,
                         .radius = radius,
                         .lacks = &lacks};
    enum hedra_status status = check_rdf(&c, why);
    if (status || (status = md_device_read(md, why)))
        return status;
    CANCEL_OFF;
    choose_cells(&c);
    c.pairs = calloc((size_t)bins, sizeof *c.pairs);
    if (c.pairs && sort(&c))
        host_pool_run(md->threads, count_some, &c,
                      c.cells[0] * c.cells[1] * c.cells[2]);
    else
        lacks = true;
    status = atomic_load(&lacks) ? error_no_memory(why) : fill(&c, g, why);
    free(c.pairs);
    free(c.start);
    free(c.number);
    free(c.x);
    return status ? status : error_none(why);
}

/* Displacements ------------------------------------------------------------ */

static double unwrapped(const struct hedra_md *md, int64_t i, int a)
{
    return md->x[i][a] + md->side[a] * md->image[i][a];
}

/* Memory in *to for `count` numbers of each particle of the whole box, unless
 * there is some, and zeros in it; a part that has none fails with all others.
 */
static enum hedra_status make_numbers(const struct hedra_md *md, int64_t count,
                                      double **to, struct hedra_error *why)
{
    if (!*to)
        *to = md_memory(count * md->whole, sizeof **to);
    const enum hedra_status status = *to ? HEDRA_OK : error_no_memory(why),
                            all = md->part ? md_part_agree(md, status, why)
                                           : status;
    if (all) {
        free(*to);
        *to = NULL;
        return all;
    }
    memset(*to, 0, (size_t)(count * md->whole) * sizeof **to);
    return HEDRA_OK;
}

enum hedra_status hedra_md_mark(struct hedra_md *md, struct hedra_error *why)
{
    if (!md)
        return error_argument(why, "md is NULL");
    enum hedra_status status = make_numbers(md, 3, &md->origin, why);
    if (status || (status = md_device_read(md, why)))
        return status;
    for (int64_t i = 0; i < md->count; i++)
        for (int a = 0; a < 3; a++)
            md->origin[3 * (int64_t)md->row[i] + a] = unwrapped(md, i, a);
    if (md->part)
        md_part_add(md, md->origin, 3 * md->whole);
    return error_none(why);
}

enum hedra_status hedra_md_displacement(const struct hedra_md *md, double *mean,
                                        struct hedra_error *why)
{
    if (!md || !mean)
        return error_argument(why, "md or mean is NULL");
    if (!md->origin)
        return error_argument(why, "nothing is marked: call hedra_md_mark");
    double *square = NULL;
    enum hedra_status status = md_device_read(md, why);
    if (status || (status = make_numbers(md, 1, &square, why)))
        return status;
    for (int64_t i = 0; i < md->count; i++) {
        const int64_t row = md->row[i];
        for (int a = 0; a < 3; a++) {
            const double way = unwrapped(md, i, a) - md->origin[3 * row + a];
            square[row] += way * way;
        }
    }
    if (md->part)
        md_part_add(md, square, md->whole);
    *mean = md_sum(square, md->whole) / (double)md->whole;
    free(square);
    return error_none(why);
}
