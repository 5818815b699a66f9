/*
 * Checkpoints of <hedra_md_file.h>; CHECKPOINT.md names the sections. Arrays
 * are in the order of memory, and hold where particles were when lists were
 * built, so that the lists of a restart are those of the run.
 */
#include "runtime/include/hedra_md_file.h"
#include "runtime/md/content.h"
#include "runtime/md/device.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void md_content_drop(struct md_content *c)
{
    void *const all[] = {c->integers, c->whole,  c->id,    c->reals,
                         c->mass,     c->pairs,  c->built, c->position,
                         c->velocity, c->origin, c->notes};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
}

static enum hedra_status pass_on(const struct checkpoint_error *e,
                                 const char *path, struct hedra_error *why)
{
    static const enum hedra_status status[] = {
        [CHECKPOINT_FINE] = HEDRA_OK,
        [CHECKPOINT_NO_MEMORY] = HEDRA_ERROR_NO_MEMORY,
        [CHECKPOINT_NO_FILE] = HEDRA_ERROR_FILE,
        [CHECKPOINT_DAMAGED] = HEDRA_ERROR_DAMAGED,
        [CHECKPOINT_FOREIGN] = HEDRA_ERROR_FOREIGN};
    return e->status == CHECKPOINT_FINE
               ? error_none(why)
               : error_set(why, status[e->status], "%s: %s", path, e->text);
}

/* Writing ------------------------------------------------------------------ */

static void collect_numbers(const struct hedra_md *md, int64_t *k, double *r)
{
    const struct hedra_md_options *o = &md->o;
    const struct md_heat *h = &md->heat;
    const int64_t integers[INTEGERS] = {[COUNT] = md->whole,
                                        [TYPES] = o->types,
                                        [PAIRS] = md->pair ? o->pairs : -1,
                                        [MIXING] = o->mixing,
                                        [ENERGY] = o->energy,
                                        [LIST] = o->list,
                                        [REAL] = o->real,
                                        [EVERY] = o->every,
                                        [SORT_EVERY] = o->sort_every,
                                        [REACH] = md->grid.reach,
                                        [OPEN] = o->open[0] + 2 * o->open[1] +
                                                 4 * o->open[2],
                                        [STEPS] = md->steps,
                                        [SINCE_SORT] = md->since_sort,
                                        [BUILDS] = md->counts.builds,
                                        [DANGEROUS] = md->counts.dangerous,
                                        [SORTS] = md->counts.sorts,
                                        [HAS_IDS] = md->id != NULL,
                                        [HAS_ORIGIN] = md->origin != NULL,
                                        [HEAT_KIND] = h->o.kind,
                                        [HEAT_EVERY] = h->o.every,
                                        [HEAT_SEED] = (int64_t)h->o.seed};
    memcpy(k, integers, sizeof integers);
    memcpy(r + LOW, o->low, sizeof o->low);
    memcpy(r + HIGH, o->high, sizeof o->high);
    r[CUTOFF] = o->cutoff;
    r[SKIN] = o->skin;
    r[STEP] = o->step;
    r[HEAT_TEMPERATURE] = h->o.temperature;
    r[HEAT_TIME] = h->o.time;
    r[HEAT_GIVEN] = h->given;
    r[HEAT_XI] = h->xi;
    r[HEAT_ETA] = h->eta;
}

static void collect_arrays(const struct hedra_md *md, struct md_content *c)
{
    for (int64_t i = 0; i < md->count; i++) {
        int64_t *whole = c->whole + OF_PARTICLE * i;
        whole[0] = md->row[i];
        whole[1] = (int64_t)md->x[i][3];
        whole[2] = md->home[i];
        for (int a = 0; a < 3; a++) {
            whole[3 + a] = md->image[i][a];
            c->built[3 * i + a] = md->built[i][a];
            c->position[3 * i + a] = md->x[i][a];
            c->velocity[3 * i + a] = md->v[i][a];
        }
    }
}

static void collect_pairs(const struct hedra_md *md, double *to)
{
    for (int k = 0; md->pair && k < md->o.pairs; k++) {
        const struct hedra_md_pair *p = &md->pair[k];
        const double numbers[OF_PAIR] = {p->a, p->b, p->epsilon, p->sigma,
                                         p->cutoff};
        memcpy(to + OF_PAIR * k, numbers, sizeof numbers);
    }
}

bool md_content_room(const struct hedra_md *md, struct md_content *c)
{
    const int64_t n = md->whole, pairs = md->pair ? md->o.pairs : 0;
    return (c->integers = md_memory(INTEGERS, sizeof *c->integers)) &&
           (c->reals = md_memory(REALS, sizeof *c->reals)) &&
           (c->whole = md_memory(OF_PARTICLE * n, sizeof *c->whole)) &&
           (c->pairs = md_memory(OF_PAIR * pairs, sizeof *c->pairs)) &&
           (c->built = md_memory(3 * n, sizeof *c->built)) &&
           (c->position = md_memory(3 * n, sizeof *c->position)) &&
           (c->velocity = md_memory(3 * n, sizeof *c->velocity));
}

enum hedra_status md_content_write(const struct hedra_md *md,
                                   struct md_content *c, const char *path,
                                   const void *notes, size_t bytes,
                                   struct hedra_error *why)
{
    const int64_t n = md->whole;
    collect_numbers(md, c->integers, c->reals);
    collect_pairs(md, c->pairs);
    const struct checkpoint_section section[] = {
        {"integers", CHECKPOINT_INTEGER, INTEGERS, c->integers},
        {"reals", CHECKPOINT_DOUBLE, REALS, c->reals},
        {"mass", CHECKPOINT_DOUBLE, md->o.types, md->mass},
        {"pairs", CHECKPOINT_DOUBLE, md->pair ? OF_PAIR * md->o.pairs : 0,
         c->pairs},
        {"whole", CHECKPOINT_INTEGER, OF_PARTICLE * n, c->whole},
        {"id", CHECKPOINT_INTEGER, md->id ? n : 0, md->id},
        {"built", CHECKPOINT_DOUBLE, 3 * n, c->built},
        {"position", CHECKPOINT_DOUBLE, 3 * n, c->position},
        {"velocity", CHECKPOINT_DOUBLE, 3 * n, c->velocity},
        {"origin", CHECKPOINT_DOUBLE, md->origin ? 3 * n : 0, md->origin},
        {"notes", CHECKPOINT_BYTE, (int64_t)bytes, notes}};
    const struct checkpoint_error e = checkpoint_write(
        path, CHECKPOINT_MD, section, sizeof section / sizeof *section);
    return pass_on(&e, path, why);
}

enum hedra_status hedra_md_save(const struct hedra_md *md, const char *path,
                                const void *notes, size_t bytes,
                                struct hedra_error *why)
{
    if (!md || !path || (bytes > 0 && !notes))
        return error_argument(why, "md, path or notes is NULL");
    if (md_refuse_part(md, why))
        return HEDRA_ERROR_ARGUMENT;
    if (bytes > PTRDIFF_MAX)
        return error_argument(why, "bytes is above the largest size");
    CANCEL_OFF;
    struct md_content c = {0};
    enum hedra_status status = md_device_read(md, why);
    if (!status && !md_content_room(md, &c))
        status = error_no_memory(why);
    if (!status) {
        collect_arrays(md, &c);
        status = md_content_write(md, &c, path, notes, bytes, why);
    }
    md_content_drop(&c);
    return status;
}

/* Reading ------------------------------------------------------------------ */

static bool is_between(int64_t value, int64_t least, int64_t most)
{
    return value >= least && value <= most;
}

/* The rest of the options is for md_create_check. */
static bool are_integers_good(const int64_t *k)
{
    return is_between(k[COUNT], 1, MD_MOST - 1) &&
           is_between(k[TYPES], 1, 1024) &&
           is_between(k[PAIRS], -1, INT32_MAX) &&
           is_between(k[MIXING], 0, INT32_MAX) &&
           is_between(k[ENERGY], 0, INT32_MAX) &&
           is_between(k[LIST], 0, INT32_MAX) &&
           is_between(k[REAL], 0, INT32_MAX) &&
           is_between(k[REACH], 1, INT32_MAX) && is_between(k[OPEN], 0, 7) &&
           is_between(k[STEPS], 0, INT64_MAX / 2) &&
           is_between(k[SINCE_SORT], 0, INT64_MAX / 2) &&
           is_between(k[HAS_IDS], 0, 1) && is_between(k[HAS_ORIGIN], 0, 1) &&
           is_between(k[HEAT_KIND], 0, HEDRA_MD_NOSE_HOOVER);
}

static bool read_all(struct checkpoint *file, struct md_content *c,
                     struct checkpoint_error *e)
{
    c->integers =
        checkpoint_take(file, "integers", CHECKPOINT_INTEGER, INTEGERS, e);
    if (!c->integers)
        return false;
    if (!are_integers_good(c->integers))
        return checkpoint_refuse(e, "its integers are out of range");
    const int64_t *k = c->integers, n = k[COUNT];
    c->bytes = checkpoint_count(file, "notes");
    const struct {
        const char *name;
        enum checkpoint_type type;
        int64_t count;
        void **to;
    } section[] = {
        {"reals", CHECKPOINT_DOUBLE, REALS, (void **)&c->reals},
        {"mass", CHECKPOINT_DOUBLE, k[TYPES], (void **)&c->mass},
        {"pairs", CHECKPOINT_DOUBLE, k[PAIRS] > 0 ? OF_PAIR * k[PAIRS] : 0,
         (void **)&c->pairs},
        {"whole", CHECKPOINT_INTEGER, OF_PARTICLE * n, (void **)&c->whole},
        {"id", CHECKPOINT_INTEGER, k[HAS_IDS] ? n : 0, (void **)&c->id},
        {"built", CHECKPOINT_DOUBLE, 3 * n, (void **)&c->built},
        {"position", CHECKPOINT_DOUBLE, 3 * n, (void **)&c->position},
        {"velocity", CHECKPOINT_DOUBLE, 3 * n, (void **)&c->velocity},
        {"origin", CHECKPOINT_DOUBLE, k[HAS_ORIGIN] ? 3 * n : 0,
         (void **)&c->origin},
        {"notes", CHECKPOINT_BYTE, c->bytes, &c->notes}};
    for (size_t s = 0; s < sizeof section / sizeof *section; s++) {
        *section[s].to = checkpoint_take(file, section[s].name, section[s].type,
                                         section[s].count, e);
        if (!*section[s].to)
            return false;
    }
    return true;
}

/* Is each particle once there, of a type, somewhere, and not far from where it
 * was when lists were built? `seen` has a 0 for each. */
static bool are_particles_good(const struct md_content *c, unsigned char *seen)
{
    const int64_t n = c->integers[COUNT];
    const double *reals = c->reals;
    bool good = true;
    for (int k = 0; k < REALS; k++)
        good = good && isfinite(reals[k]);
    for (int64_t i = 0; good && i < n; i++) {
        const int64_t *whole = c->whole + OF_PARTICLE * i;
        good = is_between(whole[0], 0, n - 1) && !seen[whole[0]]++ &&
               is_between(whole[1], 0, c->integers[TYPES] - 1) &&
               is_between(whole[2], 0, UINT32_MAX);
        for (int a = 0; good && a < 3; a++) {
            const double built = c->built[3 * i + a];
            const bool is_open = c->integers[OPEN] >> a & 1;
            const double far = 1e6 * (reals[HIGH + a] - reals[LOW + a] +
                                      reals[CUTOFF] + reals[SKIN]);
            good = is_between(whole[3 + a], INT32_MIN, INT32_MAX) &&
                   fabs(built - reals[LOW + a]) <= far &&
                   fabs(c->position[3 * i + a] - built) <= far &&
                   (is_open ||
                    (built >= reals[LOW + a] && built <= reals[HIGH + a])) &&
                   isfinite(c->velocity[3 * i + a]);
        }
    }
    return good;
}

/* The options of the run; *pair is their memory. */
bool md_content_options(const struct md_content *c,
                        const struct hedra_order_options *order,
                        struct hedra_md_options *o, struct hedra_md_pair **pair)
{
    const int64_t *k = c->integers;
    const double *r = c->reals;
    *o = (struct hedra_md_options){.types = (int)k[TYPES],
                                   .mass = c->mass,
                                   .pairs = (int)k[PAIRS],
                                   .mixing = (int)k[MIXING],
                                   .energy = (int)k[ENERGY],
                                   .cutoff = r[CUTOFF],
                                   .skin = r[SKIN],
                                   .step = r[STEP],
                                   .every = k[EVERY],
                                   .list = (int)k[LIST],
                                   .real = (int)k[REAL],
                                   .order = order,
                                   .reach = (int)k[REACH],
                                   .sort_every = k[SORT_EVERY]};
    for (int a = 0; a < 3; a++) {
        o->low[a] = r[LOW + a];
        o->high[a] = r[HIGH + a];
        o->open[a] = k[OPEN] >> a & 1;
    }
    if (k[PAIRS] < 0) {
        o->pairs = 0;
        return true;
    }
    *pair = md_memory(k[PAIRS], sizeof **pair);
    for (int64_t n = 0; *pair && n < k[PAIRS]; n++) {
        const double *p = c->pairs + OF_PAIR * n;
        const bool has_types =
            p[0] >= 1 && p[0] <= 1024 && p[1] >= 1 && p[1] <= 1024;
        (*pair)[n] =
            (struct hedra_md_pair){has_types ? (int)p[0] : 0,
                                   has_types ? (int)p[1] : 0, p[2], p[3], p[4]};
    }
    o->pair = *pair;
    return *pair != NULL;
}

/* Particles as they were when lists were built. */
static void place(struct hedra_md *md, const struct md_content *c)
{
    for (int64_t i = 0; i < md->count; i++) {
        const int64_t *whole = c->whole + OF_PARTICLE * i;
        md->row[i] = (uint32_t)whole[0];
        md->home[i] = (uint32_t)whole[2];
        for (int a = 0; a < 3; a++) {
            md->x[i][a] = c->built[3 * i + a];
            md->v[i][a] = c->velocity[3 * i + a];
            md->image[i][a] = (int)whole[3 + a];
        }
        md->x[i][3] = (double)whole[1];
        md->v[i][3] = md->o.step / 2 / md->mass[whole[1]];
        md->f[i][3] = 0;
    }
    if (md->id)
        memcpy(md->id, c->id, (size_t)md->count * sizeof *md->id);
}

enum hedra_status md_content_numbers(struct hedra_md *md,
                                     const struct md_content *c,
                                     struct hedra_error *why)
{
    const int64_t *k = c->integers;
    const double *r = c->reals;
    const struct hedra_md_thermostat t = {
        (int)k[HEAT_KIND], r[HEAT_TEMPERATURE], r[HEAT_TIME], k[HEAT_EVERY],
        (uint64_t)k[HEAT_SEED]};
    md->steps = k[STEPS];
    md->since_sort = k[SINCE_SORT];
    md->counts.builds = k[BUILDS];
    md->counts.dangerous = k[DANGEROUS];
    md->counts.sorts = k[SORTS];
    const enum hedra_status status = hedra_md_set_thermostat(md, &t, why);
    md->heat.given = r[HEAT_GIVEN];
    md->heat.xi = r[HEAT_XI];
    md->heat.eta = r[HEAT_ETA];
    return status;
}

/* The state, lists and forces. */
static enum hedra_status fill(struct hedra_md *md, const struct md_content *c,
                              struct hedra_error *why)
{
    enum hedra_status status;
    md->count = md->whole = c->integers[COUNT];
    if (!md_memory_make(md, c->integers[HAS_IDS]))
        return error_no_memory(why);
    if (c->integers[HAS_ORIGIN]) {
        md->origin = md_memory(3 * md->count, sizeof *md->origin);
        if (!md->origin)
            return error_no_memory(why);
        memcpy(md->origin, c->origin,
               3 * (size_t)md->count * sizeof *md->origin);
    }
    place(md, c);
    if ((status = md_grid_make(md, why)))
        return status;
    md_grid_wrap(md);
    if ((status = md_rebuild_lists(md, why)))
        return status;
    md_create_finish(md);
    for (int64_t i = 0; i < md->count; i++)
        memcpy(md->x[i], c->position + 3 * i, 3 * sizeof **md->x);
    md_step_move(md);
    if ((status = md_content_numbers(md, c, why)))
        return status;
    md_force(md);
    return md_force_check(md, why);
}

static enum hedra_status make(const struct md_content *c,
                              const struct hedra_order_options *order,
                              struct hedra_md **made, struct hedra_error *why)
{
    struct hedra_md_options o;
    struct hedra_md_pair *pair = NULL;
    enum hedra_status status = error_no_memory(why);
    struct hedra_md *md = calloc(1, sizeof *md);
    if (md && md_content_options(c, order, &o, &pair)) {
        status = md_create_check(&o, why);
        if (!status)
            status = md_create_begin(md, &o, why);
        if (!status)
            status = fill(md, c, why);
    }
    free(pair);
    if (status) {
        hedra_md_destroy(md);
        return status;
    }
    *made = md;
    return HEDRA_OK;
}

enum hedra_status md_content_read(const char *path, struct md_content *c,
                                  struct hedra_error *why)
{
    struct checkpoint_error e;
    struct checkpoint *file = checkpoint_open(path, CHECKPOINT_MD, &e);
    bool good = file && read_all(file, c, &e);
    checkpoint_close(file);
    unsigned char *seen = good ? calloc((size_t)c->integers[COUNT], 1) : NULL;
    if (good && !seen)
        e.status = CHECKPOINT_NO_MEMORY;
    else if (good && !are_particles_good(c, seen))
        checkpoint_refuse(&e, "its numbers are out of range");
    free(seen);
    return pass_on(&e, path, why);
}

void md_content_notes(struct md_content *c, void **notes, size_t *bytes)
{
    if (!notes)
        return;
    *notes = c->notes;
    *bytes = (size_t)c->bytes;
    c->notes = NULL;
}

enum hedra_status hedra_md_restart(const char *path,
                                   const struct hedra_order_options *order,
                                   struct hedra_md **made, void **notes,
                                   size_t *bytes, struct hedra_error *why)
{
    if (made)
        *made = NULL;
    if (!path || !made || (notes && !bytes))
        return error_argument(why, "path, made or bytes is NULL");
    CANCEL_OFF;
    struct md_content c = {0};
    enum hedra_status status = md_content_read(path, &c, why);
    if (!status)
        status = make(&c, order, made, why);
    if (!status)
        md_content_notes(&c, notes, bytes);
    md_content_drop(&c);
    return status ? status : error_none(why);
}
