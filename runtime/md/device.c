/*
 * Steps on a device, by the loops of nest/. Arrays of particles stay there
 * between builds of lists; at a build positions and velocities come home, where
 * particles are sorted and ghosts are made, and lists are built on the device.
 * What fails is kept, and told at the end of the step.
 */
#include "runtime/md/device.h"
#include "runtime/md/nest/nest.h"
#include "runtime/region/region.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Ranges of memory that are kept on the device. */
enum {
    POSITIONS,
    VELOCITIES,
    FORCES, /* and what follows is worth nothing after a build */
    BUILT,
    SINGLE,
    CELL,
    START,
    NUMBER,
    OWNER,
    SHIFT,
    MOVED,
    COUNT,
    LIST,
    TABLE,
    TABLES = TABLE + 2 * MD_COEFFICIENTS,
    BACK = TABLES, /* of half lists */
    BY,
    MIDDLE,
    ROW,
    RANGES
};

struct range {
    void *base;
    size_t size;
};

struct md_device {
    struct device_choice choice;
    char name[256];
    struct report why;
    bool failed;
    struct range kept[RANGES]; /* base NULL: not kept */
    double by[MD_SHIFTS][3], middle[4];
    int64_t rows, *row; /* of cells, beside a particle's own */
    int64_t most, room; /* neighbours in a list, entries of memory */
    uint32_t *count, *list;
    double *moved, *virial; /* by place; moved: energies, too */
    double (*back)[4];      /* half lists: forces of neighbours, by place */
    int64_t back_room;
};

/* What is kept -------------------------------------------------------------
 */

static bool fail(struct md_device *d, const struct report *why)
{
    if (!d->failed)
        report_copy(&d->why, why);
    d->failed = true;
    return false;
}

static void list_ranges(struct hedra_md *md, struct range r[RANGES])
{
    struct md_device *d = md->device;
    const struct md_grid *g = &md->grid;
    const size_t n = (size_t)md->count, ghosts = (size_t)md->ghosts.count,
                 all = n + ghosts + 1,
                 cells = (size_t)(g->all[0] * g->all[1] * g->all[2] + 2),
                 entries = (size_t)(md->table.types * md->table.types);
    const bool is_mixed = md->o.real == HEDRA_MD_MIXED;
    const struct range range[TABLE] = {
        [POSITIONS] = {md->x, all * sizeof *md->x},
        [VELOCITIES] = {md->v, n * sizeof *md->v},
        [FORCES] = {md->f, n * sizeof *md->f},
        [BUILT] = {md->built, n * sizeof *md->built},
        [SINGLE] = {md->single, is_mixed ? all * sizeof *md->single : 0},
        [CELL] = {md->cell, n * sizeof *md->cell},
        [START] = {g->start, cells * sizeof *g->start},
        [NUMBER] = {g->number, all * sizeof *g->number},
        [OWNER] = {md->ghosts.owner, ghosts * sizeof *md->ghosts.owner},
        [SHIFT] = {md->ghosts.shift, ghosts * sizeof *md->ghosts.shift},
        [MOVED] = {d->moved, n * sizeof *d->moved},
        [COUNT] = {d->count, n * sizeof *d->count},
        [LIST] = {d->list, (size_t)d->most * n * sizeof *d->list}};
    memcpy(r, range, sizeof range);
    for (int k = 0; k < MD_COEFFICIENTS; k++) {
        r[TABLE + 2 * k] =
            (struct range){md->table.value[k], entries * sizeof(double)};
        r[TABLE + 2 * k + 1] =
            (struct range){md->table.single[k], entries * sizeof(float)};
    }
    r[BACK] = (struct range){d->back, d->back ? all * sizeof *d->back : 0};
    r[BY] = (struct range){d->by, sizeof d->by};
    r[MIDDLE] = (struct range){d->middle, sizeof d->middle};
    r[ROW] = (struct range){d->row, (size_t)d->rows * sizeof *d->row};
}

static void forget(struct md_device *d, int k)
{
    struct report ignored;
    if (d->kept[k].base)
        mirror_forget(d->kept[k].base, d->kept[k].size, &ignored);
    d->kept[k].base = NULL;
}

static bool release(struct md_device *d, int k)
{
    const struct range r = d->kept[k];
    struct report why;
    d->kept[k].base = NULL;
    return !r.base || mirror_release(r.base, r.size, &why) || fail(d, &why);
}

/* All that is not kept yet. */
static bool keep(struct hedra_md *md)
{
    struct md_device *d = md->device;
    struct range range[RANGES];
    struct report why;
    list_ranges(md, range);
    for (int k = 0; k < RANGES; k++) {
        if (d->kept[k].base || range[k].size == 0)
            continue;
        if (!mirror_keep(range[k].base, range[k].size, &why))
            return fail(d, &why);
        d->kept[k] = range[k];
    }
    return true;
}

void md_device_free(struct md_device *d)
{
    if (!d)
        return;
    for (int k = 0; k < RANGES; k++)
        forget(d, k);
    free(d->row);
    free(d->count);
    free(d->list);
    free(d->moved);
    free(d->virial);
    free(d->back);
    free(d);
}

enum hedra_status md_device_status(const struct hedra_md *md,
                                   struct hedra_error *why)
{
    const struct md_device *d = md->device;
    if (!d || !d->failed)
        return HEDRA_OK;
    return error_set(
        why, d->why.lack ? HEDRA_ERROR_NO_MEMORY : HEDRA_ERROR_NO_DEVICE, "%s",
        d->why.text);
}

enum hedra_status md_device_read(const struct hedra_md *md,
                                 struct hedra_error *why)
{
    struct md_device *d = md->device;
    struct report report;
    for (int k = POSITIONS; d && !d->failed && k <= FORCES; k++)
        if (d->kept[k].base &&
            !mirror_sync(d->kept[k].base, d->kept[k].size, &report))
            fail(d, &report);
    return md_device_status(md, why);
}

void md_device_take(struct hedra_md *md)
{
    struct md_device *d = md->device;
    struct report why;
    if (d && d->kept[VELOCITIES].base &&
        !mirror_drop(md->v, d->kept[VELOCITIES].size, &why))
        fail(d, &why);
}

void md_device_leave(struct hedra_md *md)
{
    struct md_device *d = md->device;
    release(d, POSITIONS);
    release(d, VELOCITIES);
    for (int k = FORCES; k < TABLE; k++)
        forget(d, k);
    forget(d, BACK);
}

/* Nests --------------------------------------------------------------------
 */

/* False if something has failed: nothing is to run then. */
static bool enter(struct md_device *d, struct exec_scope *scope)
{
    if (d->failed)
        return false;
    *scope = (struct exec_scope){.choice = d->choice};
    exec_scope_enter(scope);
    return true;
}

static void leave(struct md_device *d, const struct exec_scope *scope)
{
    exec_scope_leave();
    if (scope->failed)
        fail(d, &scope->why);
    else if (scope->device && !*d->name)
        snprintf(d->name, sizeof d->name, "%s", scope->device);
}

static int64_t places_of(const struct hedra_md *md)
{
    return md->count + md->ghosts.count + 1;
}

/* A table of the list's two dimensions; C has no cast to one that restricts. */
#define LISTS(d, n) (const uint32_t(*)[n])(d)->list

double md_device_advance(struct hedra_md *md, int kicks)
{
    struct md_device *d = md->device;
    struct exec_scope scope;
    double most = 0;
    if (!enter(d, &scope))
        return 0;
    md_nest_advance(md->count, kicks, md->o.step, md->far * md->far,
                    (const double(*)[4])md->f, (const double(*)[4])md->built,
                    md->v, md->x, d->moved);
    if (!scope.failed)
        most = md_nest_largest(md->count, d->moved);
    leave(d, &scope);
    return d->failed ? 0 : most;
}

void md_device_kick(struct hedra_md *md)
{
    struct exec_scope scope;
    if (!enter(md->device, &scope))
        return;
    md_nest_kick(md->count, (const double(*)[4])md->f, md->v);
    leave(md->device, &scope);
}

/* Within a scope. */
static void make_single(struct hedra_md *md)
{
    if (md->o.real == HEDRA_MD_MIXED)
        md_nest_single(4 * places_of(md), md->device->middle, *md->x,
                       *md->single);
}

void md_device_move(struct hedra_md *md)
{
    struct md_device *d = md->device;
    const struct md_ghosts *g = &md->ghosts;
    struct exec_scope scope;
    if (!enter(d, &scope))
        return;
    if (g->count > 0)
        md_nest_ghosts(md->count, g->count, (const double(*)[3])d->by, g->owner,
                       g->shift, (const double(*)[4])md->x, md->x + md->count);
    if (!scope.failed)
        make_single(md);
    leave(d, &scope);
}

static void force_single(struct hedra_md *md)
{
    const struct md_device *d = md->device;
    const int64_t n = md->count, types = md->table.types;
    float *const *t = md->table.single;
    const float(*x)[4] = (const float(*)[4])md->single;
    if (d->back)
        md_nest_force_half_f32(
            n, places_of(md), d->most, types, (const float(*)[types])t[MD_CUT2],
            (const float(*)[types])t[MD_F12], (const float(*)[types])t[MD_F6],
            (const float(*)[types])t[MD_FC], d->count, LISTS(d, n), x, md->f,
            d->back);
    else if (types > 1 || md->table.smooth)
        md_nest_force_types_f32(
            n, places_of(md), d->most, types, (const float(*)[types])t[MD_CUT2],
            (const float(*)[types])t[MD_F12], (const float(*)[types])t[MD_F6],
            (const float(*)[types])t[MD_FC], d->count, LISTS(d, n), x, md->f);
    else
        md_nest_force_f32(n, places_of(md), d->most, *t[MD_CUT2], *t[MD_F12],
                          *t[MD_F6], d->count, LISTS(d, n), x, md->f);
}

static void force_double(struct hedra_md *md)
{
    const struct md_device *d = md->device;
    const int64_t n = md->count, types = md->table.types;
    double *const *t = md->table.value;
    const double(*x)[4] = (const double(*)[4])md->x;
    if (d->back)
        md_nest_force_half_f64(n, places_of(md), d->most, types,
                               (const double(*)[types])t[MD_CUT2],
                               (const double(*)[types])t[MD_F12],
                               (const double(*)[types])t[MD_F6],
                               (const double(*)[types])t[MD_FC], d->count,
                               LISTS(d, n), x, md->f, d->back);
    else if (types > 1 || md->table.smooth)
        md_nest_force_types_f64(
            n, places_of(md), d->most, types,
            (const double(*)[types])t[MD_CUT2],
            (const double(*)[types])t[MD_F12], (const double(*)[types])t[MD_F6],
            (const double(*)[types])t[MD_FC], d->count, LISTS(d, n), x, md->f);
    else
        md_nest_force_f64(n, places_of(md), d->most, *t[MD_CUT2], *t[MD_F12],
                          *t[MD_F6], d->count, LISTS(d, n), x, md->f);
}

void md_device_force(struct hedra_md *md)
{
    struct md_device *d = md->device;
    const int64_t n = md->count, ghosts = md->ghosts.count;
    struct exec_scope scope;
    if (!enter(d, &scope))
        return;
    if (d->back)
        md_nest_clear(4 * places_of(md), *d->back);
    if (md->o.real == HEDRA_MD_MIXED)
        force_single(md);
    else
        force_double(md);
    if (d->back && ghosts > 0)
        md_nest_return(n, ghosts, md->ghosts.owner,
                       (const double(*)[4])d->back + n, d->back);
    if (d->back)
        md_nest_add(4 * n, *d->back, *md->f);
    leave(d, &scope);
}

void md_device_measure(struct hedra_md *md)
{
    struct md_device *d = md->device;
    const int64_t n = md->count, types = md->table.types;
    double *const *t = md->table.value;
    struct exec_scope scope;
    struct report why;
    if (!enter(d, &scope))
        return;
    md_nest_measure(
        n, places_of(md), d->most, d->back ? 1 : 0.5, types,
        (const double(*)[types])t[MD_CUT2], (const double(*)[types])t[MD_F12],
        (const double(*)[types])t[MD_F6], (const double(*)[types])t[MD_FC],
        (const double(*)[types])t[MD_E12], (const double(*)[types])t[MD_E6],
        (const double(*)[types])t[MD_E0], d->count, LISTS(d, n),
        (const double(*)[4])md->x, d->moved, d->virial);
    leave(d, &scope);
    if (!d->failed &&
        !mirror_sync(d->moved, (size_t)n * sizeof *d->moved, &why))
        fail(d, &why);
    for (int64_t i = 0; !d->failed && i < n; i++) {
        md->each[0][md->row[i]] = d->moved[i];
        md->each[1][md->row[i]] = d->virial[i];
    }
}

/* Lists --------------------------------------------------------------------
 */

static bool has_room(struct hedra_md *md, int64_t most)
{
    struct md_device *d = md->device;
    enum { MULTIPLE = 8 };
    d->most = (most + most / 16 + MULTIPLE) / MULTIPLE * MULTIPLE;
    const int64_t needed = d->most * md->count;
    struct report why;
    if (needed <= d->room)
        return true;
    d->room = 0;
    if (!md_renew(&d->list, needed, sizeof *d->list))
        return report_lack(&why, "out of memory") || fail(d, &why);
    d->room = needed;
    return true;
}

/* Room for what goes back, for all places there are. */
static bool has_back(struct hedra_md *md)
{
    struct md_device *d = md->device;
    const int64_t needed = places_of(md);
    struct report why;
    if (md->o.list == HEDRA_MD_FULL || needed <= d->back_room)
        return true;
    d->back_room = 0;
    if (!md_renew(&d->back, needed + needed / 16, sizeof *d->back))
        return report_lack(&why, "out of memory") || fail(d, &why);
    d->back_room = needed + needed / 16;
    return true;
}

/* Builds the lists; returns how long the longest is. */
static int64_t build(struct hedra_md *md)
{
    struct md_device *d = md->device;
    const struct md_grid *g = &md->grid;
    const int64_t n = md->count, cells = g->all[0] * g->all[1] * g->all[2] + 2;
    struct exec_scope scope;
    struct report why;
    int64_t most = 0;
    if (!has_back(md) || !keep(md) || !enter(d, &scope))
        return 0;
    md_nest_list(n, places_of(md), d->most, cells, d->back != NULL, d->rows,
                 g->reach, md->far * md->far, d->row, md->cell, g->start,
                 g->number, (const double(*)[4])md->x, d->count,
                 (uint32_t(*)[n])d->list);
    leave(d, &scope);
    if (!d->failed &&
        !mirror_sync(d->count, (size_t)n * sizeof *d->count, &why))
        fail(d, &why);
    md->counts.neighbours = 0;
    for (int64_t i = 0; !d->failed && i < n; i++) {
        md->counts.neighbours += d->count[i];
        most = d->count[i] > most ? d->count[i] : most;
    }
    return most;
}

void md_device_lists(struct hedra_md *md)
{
    struct md_device *d = md->device;
    struct exec_scope scope;
    const int64_t most = build(md);
    if (most > d->most) {
        forget(d, LIST);
        if (has_room(md, most))
            build(md);
    }
    if (!enter(d, &scope))
        return;
    make_single(md);
    leave(d, &scope);
}

/* Setting ------------------------------------------------------------------
 */

/* How many neighbours the host's list of a particle has, without what fills it
 * up. */
static int64_t length_of(const struct hedra_md *md, int64_t i)
{
    const uint32_t *j = md_neighbours(&md->lists, i);
    const uint32_t far = (uint32_t)(md->count + md->ghosts.count);
    int64_t count = md->lists.count[i];
    while (count > 0 && j[count - 1] == far)
        count--;
    return count;
}

/* The host's lists, neighbour by neighbour; its own memory is freed. */
static bool take_lists(struct hedra_md *md)
{
    struct md_device *d = md->device;
    const int64_t n = md->count;
    int64_t most = 0;
    for (int64_t i = 0; i < n; i++) {
        d->count[i] = (uint32_t)length_of(md, i);
        most = d->count[i] > most ? d->count[i] : most;
    }
    if (!has_room(md, most))
        return false;
    for (int64_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < d->count[i]; k++)
            d->list[k * n + i] = md_neighbours(&md->lists, i)[k];
    for (int64_t b = 0; b < md->lists.blocks; b++) {
        free(md->lists.block[b].j);
        md->lists.block[b] = (struct md_block){0};
    }
    return true;
}

static bool make(struct hedra_md *md)
{
    struct md_device *d = md->device;
    const struct md_grid *g = &md->grid;
    const int64_t reach = g->reach, width = 2 * reach + 1;
    struct report why;
    d->rows = width * width;
    memcpy(d->by, md->ghosts.by, sizeof d->by);
    memcpy(d->middle, g->middle, sizeof g->middle);
    if (!md_renew(&d->row, d->rows, sizeof *d->row) ||
        !md_renew(&d->count, md->count, sizeof *d->count) ||
        !md_renew(&d->moved, md->count, sizeof *d->moved) ||
        !md_renew(&d->virial, md->count, sizeof *d->virial))
        return report_lack(&why, "out of memory") || fail(d, &why);
    for (int64_t r = 0; r < d->rows; r++)
        d->row[r] =
            ((r / width - reach) * g->all[1] + r % width - reach) * g->all[2];
    return take_lists(md) && has_back(md) && keep(md);
}

enum hedra_status hedra_md_set_device(struct hedra_md *md, const char *device,
                                      struct hedra_error *why)
{
    if (!md || !device)
        return error_argument(why, "md or device is NULL");
    if (md_refuse_part(md, why))
        return HEDRA_ERROR_ARGUMENT;
    if (md->device)
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "md is on %s already, where it stays",
                         md->device->name);
    CANCEL_OFF;
    struct md_device *d = calloc(1, sizeof *d);
    if (!d)
        return error_no_memory(why);
    if (!device_choice_parse(device, &d->choice, &d->why)) {
        const enum hedra_status status =
            error_set(why, HEDRA_ERROR_NO_DEVICE, "%s", d->why.text);
        free(d);
        return status;
    }
    md->device = d;
    if (make(md))
        md_device_move(md);
    md_device_force(md);
    md->measured = false;
    md->counts.kernels = d->name;
    const enum hedra_status status = md_device_status(md, why);
    return status ? status : error_none(why);
}
