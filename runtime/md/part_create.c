/* Making of parts of a box (hedra_md_part.h), their particles and borders. */
#include "runtime/md/part.h"

#include <inttypes.h>
#include <math.h>
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

/* Fewer cells than parts there may not be. */
static enum hedra_status check_stretch(const struct hedra_md *md,
                                       struct hedra_error *why)
{
    const struct hedra_md_brick *b = &md->part->brick;
    const int64_t *box = md->grid.box;
    if (b->parts[0] < 1 || b->parts[1] != 1 || b->parts[2] != 1 ||
        b->parts[0] > box[0] * box[1] * box[2] || b->place[0] < 0 ||
        b->place[0] >= b->parts[0] || b->place[1] != 0 || b->place[2] != 0)
        return error_argument(why, "there is no such stretch of the cells");
    if (!md->part->links.exchange_all)
        return error_argument(why,
                              "parts that own stretches need exchange_all");
    return HEDRA_OK;
}

static enum hedra_status check_brick(const struct hedra_md *md,
                                     struct hedra_error *why)
{
    const struct hedra_md_brick *b = &md->part->brick;
    if (b->own == HEDRA_MD_CURVE)
        return check_stretch(md, why);
    if (b->own != HEDRA_MD_BRICKS)
        return error_argument(why, "own is no enum hedra_md_own");
    for (int a = 0; a < 3; a++) {
        const int64_t cells = md->grid.box[a];
        if (b->first[a] < 0 || b->cells[a] < 1 ||
            b->first[a] + b->cells[a] > cells || b->parts[a] < 1 ||
            b->place[a] < 0 || b->place[a] >= b->parts[a] ||
            (b->parts[a] == 1 && b->cells[a] != cells))
            return error_argument(why, "the brick is not inside of the box");
    }
    return HEDRA_OK;
}

static void keep_order(struct md_balance *b,
                       const struct hedra_order_options *order)
{
    b->order[0].kind = HEDRA_ORDER_HILBERT;
    if (order)
        b->order[0] = *order;
    if (b->order[0].kind != HEDRA_ORDER_HYBRID)
        return;
    if (order->outer)
        b->order[1] = *order->outer;
    if (order->inner)
        b->order[2] = *order->inner;
    b->order[0].outer = &b->order[1];
    b->order[0].inner = &b->order[2];
}

enum hedra_status md_part_begin(struct hedra_md *md,
                                const struct hedra_md_options *options,
                                struct hedra_error *why)
{
    enum hedra_status status = md_create_begin(md, options, why);
    if (status)
        return status;
    keep_order(&md->part->balance, options->order);
    md->whole = md->part->brick.whole;
    md_grid_choose(md);
    status = check_brick(md, why);
    if (!status && md->part->brick.own == HEDRA_MD_CURVE)
        status = md_curve_make(md, options->order, why);
    return status;
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

/* Borders ---------------------------------------------------------------------
 */

/* What a particle costs beside its neighbours: about as much as so many. */
enum { OWN_WORK = 16 };

/* Numbers of all parts: the work in each layer of cells of the box along each
 * axis of several parts, by the lists that there are, where each brick along it
 * ends, and how fast those at its place compute together; how many parts know
 * that. Where parts own stretches, the cells in their order are the layers of
 * the first axis. */
struct borders {
    double *work[3], *end[3], *speed[3], *known, *all;
    int64_t count;
    double *fresh; /* room for the ends of an axis */
};

static int64_t layers_of(const struct hedra_md *md, int a)
{
    const struct md_curve *c = md->part->curve;
    return !c ? md->grid.box[a] : a == 0 ? c->length : 1;
}

static int64_t layer_of(const struct hedra_md *md, int64_t i, int a)
{
    return md->part->curve ? md_curve_place(md, md->x[i])
                           : md_grid_axis(md, md->x[i][a], a, false);
}

static int64_t end_of(const struct hedra_md *md, int a)
{
    const struct hedra_md_brick *b = &md->part->brick;
    const struct md_curve *c = md->part->curve;
    return c ? c->cut[b->place[0] + 1] : b->first[a] + b->cells[a];
}

static bool borders_make(const struct hedra_md *md, struct borders *b)
{
    const struct hedra_md_brick *brick = &md->part->brick;
    int most = 0;
    *b = (struct borders){.count = 1};
    for (int a = 0; a < 3; a++) {
        b->count += layers_of(md, a) + 2 * brick->parts[a];
        most = brick->parts[a] > most ? brick->parts[a] : most;
    }
    b->all = calloc((size_t)(b->count + most), sizeof *b->all);
    b->fresh = b->all ? b->all + b->count : NULL;
    double *at = b->all;
    for (int a = 0; a < 3 && at; a++) {
        b->work[a] = at;
        b->end[a] = at + layers_of(md, a);
        b->speed[a] = b->end[a] + brick->parts[a];
        at = b->speed[a] + brick->parts[a];
    }
    b->known = at;
    return b->all != NULL;
}

/* The work of a second since borders moved last, together with what was found
 * before, for one time may be disturbed. */
static void find_speed(struct hedra_md *md, double work)
{
    struct md_balance *b = &md->part->balance;
    const double seconds = md->counts.pair - b->pair;
    const double speed = work * (double)(md->steps - b->steps) / seconds;
    if (seconds > 0 && speed > 0)
        b->speed = b->speed > 0 ? (b->speed + speed) / 2 : speed;
    b->pair = md->counts.pair;
    b->steps = md->steps;
}

/* Of this part: what all have follows by adding. */
static void borders_fill(struct hedra_md *md, struct borders *b)
{
    const struct md_balance *balance = &md->part->balance;
    const struct hedra_md_brick *brick = &md->part->brick;
    const int *place = brick->place;
    double all = 0;
    for (int64_t i = 0; i < md->count; i++) {
        const double work = OWN_WORK + (double)md->lists.count[i];
        for (int a = 0; a < 3; a++)
            if (brick->parts[a] > 1)
                b->work[a][layer_of(md, i, a)] += work;
        all += work;
    }
    for (int a = 0; a < 3; a++)
        if (place[(a + 1) % 3] == 0 && place[(a + 2) % 3] == 0)
            b->end[a][place[a]] = (double)end_of(md, a);
    if (!balance->by_time)
        return;
    find_speed(md, all);
    /* Whole numbers, whose sums are the same however they are added. */
    const double speed = floor(balance->speed);
    *b->known = speed > 0;
    for (int a = 0; a < 3; a++)
        b->speed[a][place[a]] = speed;
}

/* When not all speeds are known, all are equal. */
static void complete_speeds(const struct hedra_md *md, struct borders *b)
{
    const int *parts = md->part->brick.parts;
    const bool all = *b->known == parts[0] * parts[1] * parts[2];
    for (int a = 0; a < 3; a++)
        for (int p = 0; !all && p < parts[a]; p++)
            b->speed[a][p] = 1;
}

/* Where bricks of at least `least` layers end that take about as long each. */
static void find_ends(const double *work, int64_t layers, const double *speed,
                      int parts, int64_t least, double *end)
{
    double all = 0, below = 0, of_parts = 0, sum = 0;
    int64_t at = 0;
    for (int64_t n = 0; n < layers; n++)
        all += work[n];
    for (int p = 0; p < parts; p++)
        of_parts += speed[p];
    for (int p = 0; p < parts; p++) {
        const int64_t first = at + least,
                      last = layers - (parts - 1 - p) * least;
        sum += speed[p];
        const double wanted = all * sum / of_parts;
        while (at < first || (at < last && below + work[at] / 2 < wanted))
            below += work[at++];
        end[p] = p == parts - 1 ? (double)layers : (double)at;
    }
}

/* The longest that a brick of these takes. */
static double longest(const double *work, const double *speed, int parts,
                      const double *end)
{
    double most = 0;
    int64_t at = 0;
    for (int p = 0; p < parts; p++) {
        double own = 0;
        for (; at < (int64_t)end[p]; at++)
            own += work[at];
        most = fmax(most, own / speed[p]);
    }
    return most;
}

/* Moves the borders along an axis, unless less than a twentieth is gained, for
 * a grid that is made anew is not for nothing. */
static bool move_borders(struct hedra_md *md, const struct borders *b, int a)
{
    struct hedra_md_brick *brick = &md->part->brick;
    const int parts = brick->parts[a], place = brick->place[a];
    const int64_t layers = layers_of(md, a),
                  reach = md->part->curve ? 1 : md->grid.reach;
    const double *work = b->work[a], *speed = b->speed[a];
    if (parts == 1)
        return false;
    find_ends(work, layers, speed, parts, parts * reach <= layers ? reach : 1,
              b->fresh);
    if (1.05 * longest(work, speed, parts, b->fresh) >
        longest(work, speed, parts, b->end[a]))
        return false;
    for (int p = 0; md->part->curve && p < parts; p++)
        md->part->curve->cut[p + 1] = (int64_t)b->fresh[p];
    brick->first[a] = place > 0 ? (int64_t)b->fresh[place - 1] : 0;
    brick->cells[a] = (int64_t)b->fresh[place] - brick->first[a];
    return true;
}

/* The cells of the brick as it is now. */
static enum hedra_status renew_grid(struct hedra_md *md,
                                    struct hedra_error *why)
{
    const struct md_grid old = md->grid;
    md_grid_free(&md->grid);
    free(md->tally);
    md->tally = NULL;
    md->grid = (struct md_grid){.reach = old.reach};
    md->o.order = md->part->balance.order;
    const enum hedra_status status = md_grid_make(md, why);
    md->o.order = NULL;
    return status;
}

enum hedra_status md_part_balance(struct hedra_md *md, struct hedra_error *why)
{
    struct md_balance *balance = &md->part->balance;
    const int *parts = md->part->brick.parts;
    struct borders b;
    bool moves = false;
    if (balance->every == 0 || parts[0] * parts[1] * parts[2] == 1 ||
        ++balance->builds < balance->every)
        return HEDRA_OK;
    balance->builds = 0;
    const bool has = borders_make(md, &b);
    enum hedra_status status =
        md_part_agree(md, has ? HEDRA_OK : error_no_memory(why), why);
    if (!status) {
        borders_fill(md, &b);
        md_part_add(md, b.all, b.count);
        complete_speeds(md, &b);
        for (int a = 0; a < 3; a++)
            moves |= move_borders(md, &b, a);
    }
    free(b.all);
    if (status || !moves)
        return status;
    md->counts.balances++;
    md->part->needed[0] = 0;
    if (md->part->curve)
        md_curve_cut(md);
    status = md_part_agree(md, renew_grid(md, why), why);
    if (!status)
        md_grid_wrap(md); /* cells are numbered anew */
    return status;
}

enum hedra_status hedra_md_part_set_balance(struct hedra_md *md, int64_t every,
                                            enum hedra_md_balance by,
                                            struct hedra_error *why)
{
    if (!md || !md->part || every < 0)
        return error_argument(why, "md is no part, or every is below 0");
    if (by != HEDRA_MD_BY_NEIGHBOURS && by != HEDRA_MD_BY_TIME)
        return error_argument(why, "by is no enum hedra_md_balance");
    struct md_balance *b = &md->part->balance;
    for (int k = 0; k < 3 && every > 0 && !md->part->curve; k++)
        if (b->order[k].kind == HEDRA_ORDER_TABLE ||
            b->order[k].fit == HEDRA_ORDER_EXACT ||
            (k > 0 && b->order[k].kind == HEDRA_ORDER_HYBRID))
            return error_argument(why, "cells whose order is EXACT, a TABLE, "
                                       "or a HYBRID within a HYBRID, cannot "
                                       "be balanced: take another order");
    b->every = every;
    b->builds = 0;
    b->by_time = by == HEDRA_MD_BY_TIME;
    b->pair = md->counts.pair;
    b->steps = md->steps;
    b->speed = 0;
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
