/* Checks of the options and particles, making and freeing. */
#include "runtime/md/device.h"
#include "runtime/md/part.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More steps than this between builds, or types, are a mistake. */
enum { MOST_EVERY = 5000, MOST_TYPES = 1024 };

/* Options ------------------------------------------------------------------ */

static enum hedra_status above_0(double value, const char *name,
                                 struct hedra_error *why)
{
    if (value > 0 && isfinite(value))
        return HEDRA_OK;
    return error_set(why, HEDRA_ERROR_ARGUMENT, "%s is %g, not above 0", name,
                     value);
}

static enum hedra_status in_range(int64_t value, int64_t least, int64_t most,
                                  const char *name, struct hedra_error *why)
{
    if (value >= least && value <= most)
        return HEDRA_OK;
    return error_set(why, HEDRA_ERROR_ARGUMENT,
                     "%s is %" PRId64 ", not %" PRId64 " to %" PRId64, name,
                     value, least, most);
}

enum hedra_status md_create_check(const struct hedra_md_options *o,
                                  struct hedra_error *why)
{
    enum hedra_status s;
    if ((s = in_range(o->types, 0, MOST_TYPES, "types", why)) ||
        (s = in_range(o->pairs, 0, INT32_MAX, "pairs", why)) ||
        (s = in_range(o->mixing, 0, HEDRA_MD_ARITHMETIC, "mixing", why)) ||
        (s = in_range(o->energy, 0, HEDRA_MD_SMOOTH, "energy", why)) ||
        (s = in_range(o->list, 0, HEDRA_MD_HALF, "list", why)) ||
        (s = in_range(o->real, 0, HEDRA_MD_MIXED, "real", why)) ||
        (s = in_range(o->every, 0, MOST_EVERY, "every", why)) ||
        (s = in_range(o->sort_every, 0, INT64_MAX, "sort_every", why)) ||
        (s = in_range(o->reach, 0, MD_REACH_MOST, "reach", why)) ||
        (s = above_0(o->cutoff, "cutoff", why)) ||
        (s = above_0(o->skin, "skin", why)) ||
        (s = above_0(o->step, "step", why)))
        return s;
    for (int k = 0; o->mass && k < (o->types ? o->types : 1); k++)
        if (!(o->mass[k] > 0 && isfinite(o->mass[k])))
            return error_set(why, HEDRA_ERROR_ARGUMENT,
                             "the mass of type %d is %g, not above 0", k + 1,
                             o->mass[k]);
    for (int a = 0; a < 3; a++)
        if (!(o->low[a] < o->high[a] && isfinite(o->high[a] - o->low[a])))
            return error_set(why, HEDRA_ERROR_ARGUMENT,
                             "the box is from %g to %g along %c: it has no "
                             "length",
                             o->low[a], o->high[a], "xyz"[a]);
    return HEDRA_OK;
}

static enum hedra_status check_box(const struct hedra_md *md,
                                   struct hedra_error *why)
{
    for (int a = 0; a < 3; a++)
        if (!md->o.open[a] && !(md->side[a] >= md->far))
            return error_set(why, HEDRA_ERROR_SIZE,
                             "the box's side along %c is %.10g, shorter than "
                             "the largest cutoff + skin, %.10g, which a "
                             "periodic axis needs",
                             "xyz"[a], md -> side[a], md -> far);
    return HEDRA_OK;
}

/* Particles ---------------------------------------------------------------- */

static enum hedra_status check_particles(const struct hedra_md_particles *p,
                                         int types, bool is_part,
                                         struct hedra_error *why)
{
    if (!p || (!p->position && !(is_part && p->count == 0)))
        return error_argument(why, "particles or its position is NULL");
    if (p->count < (is_part ? 0 : 1))
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "count is %" PRId64 ", below %d", p->count, !is_part);
    if (p->count >= MD_MOST)
        return error_set(why, HEDRA_ERROR_TOO_LARGE,
                         "count is %" PRId64 ", not below 2^30", p->count);
    for (int64_t n = 0; n < p->count; n++) {
        const int64_t id = p->id ? p->id[n] : n + 1;
        for (int a = 0; a < 3; a++)
            if (!isfinite(p->position[3 * n + a]) ||
                (p->velocity && !isfinite(p->velocity[3 * n + a])))
                return error_set(why, HEDRA_ERROR_NOT_FINITE,
                                 "the position or velocity of particle "
                                 "%" PRId64 " is not finite",
                                 id);
        if (p->type && (p->type[n] < 1 || p->type[n] > types))
            return error_set(why, HEDRA_ERROR_ARGUMENT,
                             "the type of particle %" PRId64
                             " is %d; types are 1 to %d",
                             id, p->type[n], types);
    }
    return HEDRA_OK;
}

static void copy_in(struct hedra_md *md, const struct hedra_md_particles *p)
{
    for (int64_t n = 0; n < md->count; n++) {
        const int type = p->type ? p->type[n] - 1 : 0;
        md->row[n] = (uint32_t)n;
        for (int a = 0; a < 3; a++) {
            md->x[n][a] = p->position[3 * n + a];
            md->v[n][a] = p->velocity ? p->velocity[3 * n + a] : 0;
            md->image[n][a] = p->image ? p->image[3 * n + a] : 0;
        }
        md->x[n][3] = type;
        md->v[n][3] = md->o.step / 2 / md->mass[type];
        md->f[n][3] = 0;
        if (md->id)
            md->id[n] = p->id[n];
    }
}

/* Far outside: the count of sides would not be a number of images. */
static enum hedra_status check_places(const struct hedra_md *md,
                                      struct hedra_error *why)
{
    for (int64_t n = 0; n < md->count; n++)
        for (int a = 0; a < 3; a++)
            if (fabs(md->x[n][a] - md->grid.middle[a]) >
                1e6 * (md->side[a] + md->far))
                return error_set(why, HEDRA_ERROR_ARGUMENT,
                                 "particle %" PRId64 " is at %c = %g, far "
                                 "outside of the box",
                                 md_id(md, (uint32_t)n), "xyz"[a],
                                 md -> x[n][a]);
    return HEDRA_OK;
}

/* Making ------------------------------------------------------------------- */

static bool copy_pairs(struct hedra_md *md, const struct hedra_md_options *o)
{
    if (!o->pair)
        return true;
    md->pair = md_memory(o->pairs, sizeof *md->pair);
    if (md->pair && o->pairs > 0)
        memcpy(md->pair, o->pair, (size_t)o->pairs * sizeof *md->pair);
    return md->pair != NULL;
}

enum hedra_status md_create_begin(struct hedra_md *md,
                                  const struct hedra_md_options *o,
                                  struct hedra_error *why)
{
    struct report report;
    md->o = *o;
    md->o.types = o->types ? o->types : 1;
    md->o.sort_every = o->sort_every ? o->sort_every : 1;
    md->grid.reach = o->reach ? o->reach : 2;
    md->kernels = md_kernels_best();
    md->threads = host_pool_size(getenv("HEDRA_THREADS"), &report);
    if (md->threads == 0)
        return error_argument(why, report.text);
    if (!md_renew(&md->mass, md->o.types, sizeof *md->mass) ||
        !copy_pairs(md, o))
        return error_no_memory(why);
    for (int k = 0; k < md->o.types; k++)
        md->mass[k] = o->mass ? o->mass[k] : 1;
    const enum hedra_status status =
        md_table_fill(&md->table, &md->o, &md->far, why);
    md->far += o->skin;
    md->volume = 1;
    for (int a = 0; a < 3; a++) {
        md->side[a] = o->high[a] - o->low[a];
        md->volume *= md->side[a];
        for (int s = 0; s < MD_SHIFTS; s++)
            md->ghosts.by[s][a] =
                md->side[a] * ((const int[]){s / 9, s / 3 % 3, s % 3}[a] - 1);
    }
    return status ? status : check_box(md, why);
}

/* The caller's pointers are not needed any more. */
void md_create_finish(struct hedra_md *md)
{
    md->o.order = NULL;
    md->o.pair = NULL;
    md->o.mass = NULL;
    md->counts.particles = md->count;
    md->counts.kernels = md->kernels->name;
    md->counts.threads = md->threads;
}

enum hedra_status md_create_particles(struct hedra_md *md,
                                      const struct hedra_md_particles *p,
                                      struct hedra_error *why)
{
    enum hedra_status status =
        check_particles(p, md->o.types, md->part != NULL, why);
    if (status)
        return status;
    md->count = p->count;
    if (!md->part)
        md->whole = p->count;
    if (!md_memory_make(md, p->id && !md->part))
        return error_no_memory(why);
    copy_in(md, p);
    status = md_grid_make(md, why);
    return status ? status : check_places(md, why);
}

static enum hedra_status fill(struct hedra_md *md,
                              const struct hedra_md_particles *p,
                              struct hedra_error *why)
{
    enum hedra_status status = md_create_particles(md, p, why);
    if (status || (status = md_rebuild(md, why)))
        return status;
    md_create_finish(md);
    md_force(md);
    return md_force_check(md, why);
}

enum hedra_status hedra_md_create(const struct hedra_md_options *options,
                                  const struct hedra_md_particles *particles,
                                  struct hedra_md **made,
                                  struct hedra_error *why)
{
    if (made)
        *made = NULL;
    if (!options || !made)
        return error_argument(why, "options or made is NULL");
    enum hedra_status status = md_create_check(options, why);
    if (status)
        return status;
    CANCEL_OFF;
    struct hedra_md *md = calloc(1, sizeof *md);
    if (!md)
        return error_no_memory(why);
    if ((status = md_create_begin(md, options, why)) ||
        (status = fill(md, particles, why))) {
        hedra_md_destroy(md);
        return status;
    }
    *made = md;
    return error_none(why);
}

void hedra_md_destroy(struct hedra_md *md)
{
    if (!md)
        return;
    md_part_free(md->part);
    md_device_free(md->device);
    md_table_free(&md->table);
    md_grid_free(&md->grid);
    md_lists_free(&md->lists);
    for (int s = 0; s < MD_SLABS; s++) {
        free(md->slab[s].f);
        free(md->slab[s].touched);
    }
    for (int k = 0; k < 3; k++)
        free(md->each[k]);
    void *const rest[] = {
        md->mass,         md->x,      md->v,           md->f,
        md->built,        md->single, md->row,         md->cell,
        md->home,         md->image,  md->id,          md->ghosts.owner,
        md->ghosts.shift, md->spare,  md->permutation, md->tally,
        md->moved,        md->pair,   md->origin};
    for (size_t k = 0; k < sizeof rest / sizeof *rest; k++)
        free(rest[k]);
    free(md);
}
