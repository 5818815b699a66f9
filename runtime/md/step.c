/*
 * Velocity Verlet steps. What ends one step and begins the next, two kicks of
 * half a step each, is done in one pass, but rounded as two.
 */
#include "runtime/md/device.h"
#include "runtime/md/part.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* x, y, z and what goes with them, in vectors of whatever length there is. */
typedef double four __attribute__((vector_size(32), may_alias));

struct advance {
    struct hedra_md *md;
    int kicks;
};

/* Returns the square of the largest displacement since the build, or INFINITY
 * if a particle went too far in this step. */
static double advance_block(const struct advance *a, int64_t begin, int64_t end)
{
    struct hedra_md *md = a->md;
    const double dt = md->o.step, far2 = md->far * md->far;
    const four step = {dt, dt, dt, 0};
    double most = 0;
    bool is_bad = false;
    for (int64_t i = begin; i < end; i++) {
        const double by_mass = md->v[i][3];
        const four f = *(four *)md->f[i] * by_mass;
        four v = *(four *)md->v[i];
        for (int k = 0; k < a->kicks; k++)
            v += f;
        const four way = v * step;
        const four x = *(four *)md->x[i] + way;
        const four since = x - *(four *)md->built[i];
        const double moved =
            since[0] * since[0] + since[1] * since[1] + since[2] * since[2];
        const double speed =
            way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
        is_bad |= !(speed <= far2);
        most = moved > most ? moved : most;
        *(four *)md->v[i] = v;
        *(four *)md->x[i] = x;
    }
    return is_bad ? INFINITY : most;
}

static void advance_some(const void *context, int64_t begin, int64_t end)
{
    const struct advance *a = context;
    const int64_t count = a->md->count;
    for (int64_t b = begin; b < end; b++)
        a->md->moved[b] = advance_block(
            a, b * MD_BLOCK,
            (b + 1) * MD_BLOCK < count ? (b + 1) * MD_BLOCK : count);
}

/* Returns the square of the largest displacement since the build. */
static double advance(struct hedra_md *md)
{
    const struct advance a = {md, md->owes_kick ? 2 : 1};
    double most = 0;
    if (md->device)
        most = md_device_advance(md, a.kicks);
    else
        host_pool_run(md->threads, advance_some, &a, md->lists.blocks);
    for (int64_t b = 0; !md->device && b < md->lists.blocks; b++)
        most = fmax(most, md->moved[b]);
    md->owes_kick = true;
    md->measured = false;
    md->steps++;
    return most;
}

static void kick_some(const void *context, int64_t begin, int64_t end)
{
    struct hedra_md *md = *(struct hedra_md *const *)context;
    const int64_t last =
        end * MD_BLOCK < md->count ? end * MD_BLOCK : md->count;
    for (int64_t i = begin * MD_BLOCK; i < last; i++)
        for (int a = 0; a < 3; a++)
            md->v[i][a] += md->f[i][a] * md->v[i][3];
}

void md_step_finish(struct hedra_md *md)
{
    if (md->owes_kick && md->device)
        md_device_kick(md);
    else if (md->owes_kick)
        host_pool_run(md->threads, kick_some, &md, md->lists.blocks);
    md->owes_kick = false;
}

/* Positions in float ------------------------------------------------------- */

static void make_single(struct hedra_md *md)
{
    md_single_make(md, 0, md->count + md->ghosts.count + 1);
}

/* Lists -------------------------------------------------------------------- */

enum hedra_status md_rebuild(struct hedra_md *md, struct hedra_error *why)
{
    const double begin = base_clock();
    enum hedra_status status = HEDRA_OK;
    if (md->device) {
        md_device_leave(md);
        status = md_device_status(md, why);
    }
    if (status)
        return status;
    md_grid_wrap(md);
    if (md->part && ((status = md_part_balance(md, why)) ||
                     (status = md_part_migrate(md, why))))
        return status;
    if (md->since_sort++ % md->o.sort_every == 0 || md->part)
        md_grid_sort(md);
    md->counts.sort += base_clock() - begin;
    return md_rebuild_lists(md, why);
}

enum hedra_status md_rebuild_lists(struct hedra_md *md, struct hedra_error *why)
{
    double begin = base_clock(), now;
    const enum hedra_status status = md_ghosts_make(md, why);
    if (status)
        return status;
    md->counts.ghosts = md->ghosts.count;
    now = base_clock();
    md->counts.ghost += now - begin;
    begin = now;
    const bool has = md_grid_bin(md) &&
                     (md->device || (md_lists_build(md) && md_force_room(md)));
    /* Memory that one part lacks, all lack. */
    if (md->part ? md_part_largest(md, !has) > 0 : !has)
        return error_no_memory(why);
    memcpy(md->built, md->x, (size_t)md->count * sizeof *md->x);
    if (md->part)
        md_overlap_make(md);
    if (md->device)
        md_device_lists(md);
    md->counts.neighbour += base_clock() - begin;
    if (!md->device)
        make_single(md);
    return md_device_status(md, why);
}

void md_step_move(struct hedra_md *md)
{
    const double begin = base_clock();
    if (md->device) {
        md_device_move(md);
    } else {
        md_ghosts_move(md);
        make_single(md);
    }
    md->counts.ghost += base_clock() - begin;
}

/* A particle that went further than cutoff + skin in the step before. */
static enum hedra_status explain(const struct hedra_md *md,
                                 struct hedra_error *why)
{
    const enum hedra_status status = md_device_read(md, why);
    if (status)
        return status;
    for (int64_t i = 0; i < md->count; i++) {
        double speed = 0;
        for (int a = 0; a < 3; a++)
            speed += md->v[i][a] * md->v[i][a];
        const double way = sqrt(speed) * md->o.step;
        if (!(way <= md->far))
            return error_set(why, HEDRA_ERROR_NOT_FINITE,
                             "in step %" PRId64 " particle %" PRId64
                             " moves by %g, to (%g, %g, %g), further than "
                             "cutoff + skin, %g: its energy is too large for "
                             "such steps",
                             md->steps, md_id(md, md->row[i]), way, md->x[i][0],
                             md->x[i][1], md->x[i][2], md->far);
    }
    return error_set(why, HEDRA_ERROR_NOT_FINITE,
                     md->part ? "in step %" PRId64 " a particle, which may be "
                                "another part's, moves too far"
                              : "in step %" PRId64 " a particle is nowhere",
                     md->steps);
}

/* Does a displacement by `moved`, the largest since the last build, call for
 * another one? Counts it then. */
static bool is_due(struct hedra_md *md, double moved)
{
    const bool is_late = 2 * moved > md->o.skin;
    const bool is_due =
        md->o.every > 0 ? md->steps % md->o.every == 0 : is_late;
    md->counts.builds += is_due;
    md->counts.dangerous += is_due && md->o.every > 0 && is_late;
    return is_due;
}

/* What follows when positions have moved, by at most the root of `moved` here
 * since the last build: ghosts or lists, and forces. */
static enum hedra_status follow(struct hedra_md *md, double moved,
                                struct hedra_error *why)
{
    const bool overlaps = md->part && md_overlap_pays(md);
    if (overlaps)
        moved = sqrt(md_overlap_move(md, moved));
    else
        moved = sqrt(md->part ? md_part_largest(md, moved) : moved);
    if (!(moved < INFINITY))
        return explain(md, why);
    if (is_due(md, moved)) {
        const enum hedra_status status = md_rebuild(md, why);
        if (!status)
            md_force(md);
        return status;
    }
    if (md->part)
        md->part->inner.moved = moved;
    if (overlaps) {
        md_overlap_forces(md);
    } else {
        md_step_move(md);
        md_force(md);
    }
    return HEDRA_OK;
}

/* One step, but for half a kick that its end may owe. */
static enum hedra_status step_once(struct hedra_md *md, struct hedra_error *why)
{
    double begin = base_clock();
    const bool has_thermostat = md->heat.o.kind != HEDRA_MD_NVE;
    if (has_thermostat) {
        md_step_finish(md);
        md_thermostat_before(md);
    }
    const double moved = advance(md);
    md->counts.modify += base_clock() - begin;
    enum hedra_status status = md_device_status(md, why);
    if (status || (status = follow(md, moved, why)))
        return status;
    begin = base_clock();
    if (has_thermostat) {
        md_step_finish(md);
        md_thermostat_after(md);
    }
    md->counts.modify += base_clock() - begin;
    return md_device_status(md, why);
}

enum hedra_status hedra_md_step(struct hedra_md *md, int64_t steps,
                                struct hedra_error *why)
{
    if (!md)
        return error_argument(why, "md is NULL");
    if (steps < 0)
        return error_set(why, HEDRA_ERROR_ARGUMENT,
                         "steps is %" PRId64 ", below 0", steps);
    CANCEL_OFF;
    enum hedra_status status = HEDRA_OK;
    for (int64_t s = 0; !status && s < steps; s++)
        status = step_once(md, why);
    if (status)
        return status;
    const double begin = base_clock();
    md_step_finish(md);
    md->counts.modify += base_clock() - begin;
    status = md_device_status(md, why);
    return status ? status : error_none(why);
}
