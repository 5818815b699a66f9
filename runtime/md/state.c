/* What goes out to the caller, and velocities that come in. */
#include "runtime/md/device.h"
#include "runtime/md/part.h"

#include <inttypes.h>
#include <math.h>

int64_t md_id(const struct hedra_md *md, uint32_t row)
{
    return md->id ? md->id[row] : (int64_t)row + 1;
}

double md_inside(const struct hedra_md *md, double x, int a, int *sides)
{
    const double low = md->o.low[a], side = md->side[a];
    *sides = 0;
    if (md->o.open[a] || (x >= low && x < low + side))
        return x;
    const double away = floor((x - low) / side);
    const double in = x - away * side;
    *sides = (int)away;
    if (in < low + side)
        return in < low ? low : in;
    ++*sides;
    return low;
}

enum hedra_status md_refuse_part(const struct hedra_md *md,
                                 struct hedra_error *why)
{
    return md->part ? error_argument(why, "md is a part of a box "
                                          "(hedra_md_part.h)")
                    : HEDRA_OK;
}

static void copy_out(const struct hedra_md *md, int64_t i,
                     struct hedra_md_particles *to)
{
    const int64_t row = md->row[i];
    for (int a = 0; a < 3; a++) {
        int sides;
        to->position[3 * row + a] = md_inside(md, md->x[i][a], a, &sides);
        if (to->velocity)
            to->velocity[3 * row + a] = md->v[i][a];
        if (to->force)
            to->force[3 * row + a] = md->f[i][a];
        if (to->image)
            to->image[3 * row + a] = md->image[i][a] + sides;
    }
    if (to->type)
        to->type[row] = (int)md->x[i][3] + 1;
    if (to->id)
        to->id[row] = md_id(md, md->row[i]);
}

enum hedra_status hedra_md_get(const struct hedra_md *md,
                               struct hedra_md_particles *to,
                               struct hedra_error *why)
{
    if (!md || !to || !to->position)
        return error_argument(why, "md, to or its position is NULL");
    if (md_refuse_part(md, why))
        return HEDRA_ERROR_ARGUMENT;
    const enum hedra_status status = md_device_read(md, why);
    if (status)
        return status;
    to->count = md->count;
    for (int64_t i = 0; i < md->count; i++)
        copy_out(md, i, to);
    return error_none(why);
}

enum hedra_status hedra_md_set_velocity(struct hedra_md *md,
                                        const double *velocity,
                                        struct hedra_error *why)
{
    if (!md || !velocity)
        return error_argument(why, "md or velocity is NULL");
    if (md_refuse_part(md, why))
        return HEDRA_ERROR_ARGUMENT;
    for (int64_t n = 0; n < 3 * md->count; n++)
        if (!isfinite(velocity[n]))
            return error_set(why, HEDRA_ERROR_NOT_FINITE,
                             "the velocity of particle %" PRId64
                             " is not finite",
                             md_id(md, (uint32_t)(n / 3)));
    md_device_take(md);
    for (int64_t i = 0; i < md->count; i++)
        for (int a = 0; a < 3; a++)
            md->v[i][a] = velocity[3 * (int64_t)md->row[i] + a];
    md->measured = false;
    const enum hedra_status status = md_device_status(md, why);
    return status ? status : error_none(why);
}

struct hedra_md_counts hedra_md_counts(const struct hedra_md *md)
{
    return md ? md->counts : (struct hedra_md_counts){0};
}
