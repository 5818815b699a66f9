/* Making of parts of a box (hedra_md_part.h), and their particles. */
#include "runtime/md/part.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Making ----------------------------------------------------------------------
 */

enum hedra_status hedra_md_part_cells(const struct hedra_md_options *options,
                                      int64_t whole, int64_t cells[3],
                                      int *least, struct hedra_error *why)
{
    if (!options || !cells || !least)
        return error_argument(why, "options, cells or least is NULL");
    enum hedra_status status = md_create_check(options, why);
    if (status)
        return status;
    struct hedra_md *md = calloc(1, sizeof *md);
    if (!md)
        return error_no_memory(why);
    status = md_create_begin(md, options, why);
    if (!status) {
        md->whole = whole;
        md_grid_choose(md);
        memcpy(cells, md->grid.box, sizeof md->grid.box);
        *least = md->grid.reach;
    }
    hedra_md_destroy(md);
    return status ? status : error_none(why);
}

static enum hedra_status check_brick(const struct hedra_md *md,
                                     struct hedra_error *why)
{
    const struct hedra_md_brick *b = &md->part->brick;
    if (md->o.list != HEDRA_MD_FULL)
        return error_argument(why, "parts of a box need FULL lists");
    for (int a = 0; a < 3; a++) {
        const int64_t cells = md->grid.box[a];
        if (b->first[a] < 0 || b->cells[a] < 1 ||
            b->first[a] + b->cells[a] > cells || b->parts[a] < 1 ||
            b->place[a] < 0 || b->place[a] >= b->parts[a] ||
            (b->parts[a] == 1 && b->cells[a] != cells))
            return error_argument(why, "the brick is not inside of the box");
        if (b->parts[a] > 1 && b->cells[a] < md->grid.reach)
            return error_set(why, HEDRA_ERROR_SIZE,
                             "the brick has %" PRId64 " cells along %c, and "
                             "needs %d",
                             b->cells[a], "xyz"[a], md -> grid.reach);
    }
    return HEDRA_OK;
}

enum hedra_status md_part_begin(struct hedra_md *md,
                                const struct hedra_md_options *options,
                                struct hedra_error *why)
{
    const enum hedra_status status = md_create_begin(md, options, why);
    if (status)
        return status;
    md->whole = md->part->brick.whole;
    md_grid_choose(md);
    return check_brick(md, why);
}

enum hedra_status md_part_fill(struct hedra_md *md,
                               const struct hedra_md_particles *particles,
                               struct hedra_error *why)
{
    const struct hedra_md_brick *b = &md->part->brick;
    const enum hedra_status status = md_create_particles(md, particles, why);
    if (status)
        return status;
    if (b->id && !md_renew(&md->id, b->whole, sizeof *md->id))
        return error_no_memory(why);
    if (b->id)
        memcpy(md->id, b->id, (size_t)b->whole * sizeof *md->id);
    for (int64_t i = 0; i < md->count; i++)
        md->row[i] += (uint32_t)b->first_row;
    return HEDRA_OK;
}

static enum hedra_status complete(struct hedra_md *md, struct hedra_error *why)
{
    enum hedra_status status = md_rebuild(md, why);
    if (status)
        return status;
    md_create_finish(md);
    md_force(md);
    return md_part_agree(md, md_force_check(md, why), why);
}

enum hedra_status
hedra_md_part_create(const struct hedra_md_options *options,
                     const struct hedra_md_brick *brick,
                     const struct hedra_md_links *links,
                     const struct hedra_md_particles *particles,
                     struct hedra_md **made, struct hedra_error *why)
{
    if (made)
        *made = NULL;
    if (!options || !brick || !links || !made)
        return error_argument(why, "options, brick, links or made is NULL");
    CANCEL_OFF;
    struct hedra_md *md = calloc(1, sizeof *md);
    struct md_part *part = calloc(1, sizeof *part);
    struct md_part only_links = {.links = *links};
    struct hedra_md failed = {.part = &only_links};
    enum hedra_status status =
        md && part ? md_create_check(options, why) : error_no_memory(why);
    if (md && part) {
        *part = (struct md_part){.links = *links, .brick = *brick};
        md->part = part;
        if (!status)
            status = md_part_begin(md, options, why);
        if (!status)
            status = md_part_fill(md, particles, why);
    } else {
        free(part);
    }
    status = md_part_agree(&failed, status, why);
    if (!status)
        status = complete(md, why);
    if (status) {
        hedra_md_destroy(md);
        return status;
    }
    *made = md;
    return error_none(why);
}

int64_t hedra_md_part_get(const struct hedra_md *md,
                          struct hedra_md_part_particle *to)
{
    const int64_t count = md ? md->count : 0;
    for (int64_t i = 0; to && i < count; i++) {
        to[i].row = md->row[i];
        to[i].type = (int)md->x[i][3] + 1;
        for (int a = 0; a < 3; a++) {
            int sides;
            to[i].position[a] = md_inside(md, md->x[i][a], a, &sides);
            to[i].velocity[a] = md->v[i][a];
            to[i].force[a] = md->f[i][a];
            to[i].image[a] = md->image[i][a] + sides;
        }
    }
    return count;
}
