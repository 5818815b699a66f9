/*
 * Checkpoints of parts of a box (hedra_md_part.h): the file that one object of
 * the whole box writes, which any number of parts reads.
 */
#include "runtime/md/content.h"
#include "runtime/md/part.h"

#include <stdlib.h>
#include <string.h>

/* Writing ------------------------------------------------------------------ */

int64_t hedra_md_part_states(const struct hedra_md *md,
                             struct hedra_md_part_state *to)
{
    const int64_t count = md ? md->count : 0;
    for (int64_t i = 0; to && i < count; i++) {
        const int64_t reach = md->grid.reach;
        to[i].row = md->row[i];
        to[i].type = (int)md->x[i][3];
        to[i].cell = 0;
        for (int a = 0; a < 3; a++) {
            to[i].built[a] = md->built[i][a];
            to[i].position[a] = md->x[i][a];
            to[i].velocity[a] = md->v[i][a];
            to[i].image[a] = md->image[i][a];
            to[i].cell = to[i].cell * (md->grid.box[a] + 2 * reach) + reach +
                         md_grid_axis(md, md->built[i][a], a, false);
        }
    }
    return count;
}

static void collect(const struct hedra_md_part_state *all, int64_t count,
                    struct md_content *c)
{
    for (int64_t i = 0; i < count; i++) {
        int64_t *whole = c->whole + OF_PARTICLE * i;
        whole[0] = all[i].row;
        whole[1] = all[i].type;
        whole[2] = all[i].cell;
        for (int a = 0; a < 3; a++) {
            whole[3 + a] = all[i].image[a];
            c->built[3 * i + a] = all[i].built[a];
            c->position[3 * i + a] = all[i].position[a];
            c->velocity[3 * i + a] = all[i].velocity[a];
        }
    }
}

enum hedra_status hedra_md_part_save(const struct hedra_md *md,
                                     const struct hedra_md_part_state *all,
                                     const char *path, const void *notes,
                                     size_t bytes, struct hedra_error *why)
{
    if (!md || !md->part || !all || !path || (bytes > 0 && !notes))
        return error_argument(why, "md is no part, or all, path or notes is "
                                   "NULL");
    if (bytes > PTRDIFF_MAX)
        return error_argument(why, "bytes is above the largest size");
    CANCEL_OFF;
    struct md_content c = {0};
    enum hedra_status status =
        md_content_room(md, &c) ? HEDRA_OK : error_no_memory(why);
    if (!status) {
        collect(all, md->whole, &c);
        status = md_content_write(md, &c, path, notes, bytes, why);
    }
    md_content_drop(&c);
    return status;
}

/* Reading ------------------------------------------------------------------ */

/* Particles of a part, and where each of the box lies in the file. */
struct share {
    struct hedra_md_particles p;
    int64_t *row;
    uint32_t *place; /* by row */
};

static void share_free(struct share *s)
{
    free(s->p.position);
    free(s->p.velocity);
    free(s->p.type);
    free(s->p.image);
    free(s->row);
    free(s->place);
}

static bool is_here(const struct hedra_md *md, const double built[3])
{
    const struct hedra_md_brick *b = &md->part->brick;
    bool is_here = true;
    if (md->part->curve)
        return md_curve_owner(md, built) == b->place[0];
    for (int a = 0; a < 3; a++) {
        const int64_t at = md_grid_axis(md, built[a], a, false);
        is_here &= at >= b->first[a] && at < b->first[a] + b->cells[a];
    }
    return is_here;
}

static bool share_make(const struct hedra_md *md, const struct md_content *c,
                       struct share *s)
{
    const int64_t whole = md->whole;
    int64_t here = 0, n = 0;
    for (int64_t i = 0; i < whole; i++)
        here += is_here(md, c->built + 3 * i);
    s->p.count = here;
    s->p.position = md_memory(3 * here, sizeof *s->p.position);
    s->p.velocity = md_memory(3 * here, sizeof *s->p.velocity);
    s->p.type = md_memory(here, sizeof *s->p.type);
    s->p.image = md_memory(3 * here, sizeof *s->p.image);
    s->row = md_memory(here, sizeof *s->row);
    s->place = md_memory(whole, sizeof *s->place);
    if (!s->p.position || !s->p.velocity || !s->p.type || !s->p.image ||
        !s->row || !s->place)
        return false;
    for (int64_t i = 0; i < whole; i++) {
        const int64_t *of = c->whole + OF_PARTICLE * i;
        s->place[of[0]] = (uint32_t)i;
        if (!is_here(md, c->built + 3 * i))
            continue;
        s->row[n] = of[0];
        s->p.type[n] = (int)of[1] + 1;
        for (int a = 0; a < 3; a++) {
            s->p.position[3 * n + a] = c->built[3 * i + a];
            s->p.velocity[3 * n + a] = c->velocity[3 * i + a];
            s->p.image[3 * n + a] = (int)of[3 + a];
        }
        n++;
    }
    return true;
}

/* Before others are called: particles where they were when lists were built. */
static enum hedra_status prepare(struct hedra_md *md,
                                 const struct hedra_md_options *o,
                                 const struct md_content *c, struct share *s,
                                 struct hedra_error *why)
{
    enum hedra_status status = md_create_check(o, why);
    if (!status)
        status = md_part_begin(md, o, why);
    if (!status && c->integers[HAS_ORIGIN]) {
        md->origin = md_memory(3 * md->whole, sizeof *md->origin);
        if (md->origin)
            memcpy(md->origin, c->origin,
                   3 * (size_t)md->whole * sizeof *md->origin);
        else
            status = error_no_memory(why);
    }
    if (!status && !share_make(md, c, s))
        status = error_no_memory(why);
    if (!status)
        status = md_part_fill(md, &s->p, why);
    for (int64_t i = 0; !status && i < md->count; i++)
        md->row[i] = (uint32_t)s->row[i];
    return status;
}

/* Lists as they were, then particles where they are. */
static enum hedra_status complete(struct hedra_md *md,
                                  const struct md_content *c,
                                  const struct share *s,
                                  struct hedra_error *why)
{
    enum hedra_status status = md_rebuild(md, why);
    if (status)
        return status;
    md_create_finish(md);
    for (int64_t i = 0; i < md->count; i++)
        memcpy(md->x[i], c->position + 3 * (int64_t)s->place[md->row[i]],
               3 * sizeof **md->x);
    md_step_move(md);
    status = md_part_agree(md, md_content_numbers(md, c, why), why);
    if (status)
        return status;
    md_force(md);
    return md_part_agree(md, md_force_check(md, why), why);
}

static enum hedra_status
restart(const struct md_content *c, const struct hedra_order_options *order,
        enum hedra_status read,
        enum hedra_status (*choose)(void *context,
                                    const struct hedra_md_options *options,
                                    struct hedra_md_brick *brick,
                                    struct hedra_error *why),
        struct hedra_md *md, struct hedra_error *why)
{
    struct hedra_md_options o;
    struct hedra_md_pair *pair = NULL;
    struct share s = {.p = {.count = 0}};
    struct md_part *part = md->part;
    enum hedra_status status = read;
    if (!status && !md_content_options(c, order, &o, &pair))
        status = error_no_memory(why);
    if (!status) {
        part->brick.whole = c->integers[COUNT];
        part->brick.id = c->integers[HAS_IDS] ? c->id : NULL;
        status = choose(part->links.context, &o, &part->brick, why);
    }
    if (!status)
        status = prepare(md, &o, c, &s, why);
    part->brick.id = NULL;
    status = md_part_agree(md, status, why);
    if (!status)
        status = complete(md, c, &s, why);
    share_free(&s);
    free(pair);
    return status;
}

enum hedra_status hedra_md_part_restart(
    const char *path, const struct hedra_order_options *order,
    const struct hedra_md_links *links,
    enum hedra_status (*choose)(void *context,
                                const struct hedra_md_options *options,
                                struct hedra_md_brick *brick,
                                struct hedra_error *why),
    struct hedra_md **made, void **notes, size_t *bytes,
    struct hedra_error *why)
{
    if (made)
        *made = NULL;
    if (!path || !links || !choose || !made || (notes && !bytes))
        return error_argument(why, "path, links, choose, made or bytes is "
                                   "NULL");
    CANCEL_OFF;
    struct md_content c = {0};
    struct hedra_md *md = calloc(1, sizeof *md);
    struct md_part *part = calloc(1, sizeof *part),
                   only_links = {.links = *links};
    enum hedra_status status =
        md && part ? md_content_read(path, &c, why) : error_no_memory(why);
    if (md && part) {
        part->links = *links;
        md->part = part;
        status = restart(&c, order, status, choose, md, why);
    } else {
        const struct hedra_md failed = {.part = &only_links};
        free(part);
        status = md_part_agree(&failed, status, why);
    }
    if (status)
        hedra_md_destroy(md);
    else
        *made = md;
    if (!status)
        md_content_notes(&c, notes, bytes);
    md_content_drop(&c);
    return status ? status : error_none(why);
}
