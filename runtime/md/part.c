/*
 * Parts of a box (hedra_md_part.h). At a build of lists particles that have
 * left the brick go to its neighbours, axis by axis, as often as one has still
 * not arrived; then copies of those near faces do, the copies of earlier axes
 * among them, so that six messages reach edges and corners too (S. Plimpton, J.
 * Comp. Phys. 117, 1 (1995), sec. 5). Where bricks are thinner than cutoff +
 * skin, what has come from one side goes on to the other, in as many hops as
 * the thinnest brick asks for. Between builds positions alone go the same ways.
 * Along an axis that is one part, a part is its own neighbour.
 *
 * Half lists need the copies that lie in one of the 13 positive directions, as
 * in ghost.c: above along the first axis along which they lie elsewhere. So up
 * goes only what has come along an earlier axis. The forces on copies go back
 * by the same ways, the last hop first.
 */
#include "runtime/md/part.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool md_part_room(struct md_bytes *b, int64_t bytes)
{
    if (bytes <= b->capacity)
        return true;
    b->capacity = 0;
    if (!md_renew(&b->at, bytes + bytes / 4, 1))
        return false;
    b->capacity = bytes + bytes / 4;
    return true;
}

/* What the parts below and above send; what lacks memory sends nothing. */
static bool exchange(struct md_part *p, int axis, const void *const out[2],
                     const int64_t bytes[2], const void *in[2],
                     int64_t received[2], bool known)
{
    if (p->brick.parts[axis] > 1)
        return p->links.exchange(p->links.context, axis, out, bytes, in,
                                 received, known);
    for (int side = 0; side < 2; side++) {
        in[side] = out[1 - side];
        received[side] = bytes[1 - side];
    }
    return true;
}

enum hedra_status md_part_agree(const struct hedra_md *md,
                                enum hedra_status status,
                                struct hedra_error *why)
{
    const struct hedra_md_links *l = &md->part->links;
    const int all = (int)l->largest(l->context, status);
    if (all != HEDRA_OK && status == HEDRA_OK)
        return error_set(why, (enum hedra_status)all,
                         "another part of the box fails: %s",
                         hedra_status_name((enum hedra_status)all));
    return status ? status : (enum hedra_status)all;
}

double md_part_largest(const struct hedra_md *md, double number)
{
    const struct hedra_md_links *l = &md->part->links;
    return l->largest(l->context, number);
}

void md_part_add(const struct hedra_md *md, double *numbers, int64_t count)
{
    const struct hedra_md_links *l = &md->part->links;
    l->add(l->context, numbers, count);
}

/* Room ----------------------------------------------------------------------
 */

void md_part_set_count(struct hedra_md *md, int64_t count)
{
    md->count = count;
    md->lists.blocks = (count + MD_BLOCK - 1) / MD_BLOCK;
    md->counts.particles = count;
}

/* Arrays for at least `count` particles; those that are here stay. */
bool md_part_grow(struct hedra_md *md, int64_t count)
{
    if (count <= md->part->capacity)
        return true;
    const int64_t here = md->count, capacity = count + count / 8 + 64;
    double(*x)[4] = md->x, (*v)[4] = md->v;
    int(*image)[3] = md->image;
    uint32_t *row = md->row, *cell = md->cell;
    md->x = md->v = NULL;
    md->image = NULL;
    md->row = md->cell = NULL;
    md_lists_free(&md->lists);
    md->lists = (struct md_lists){0};
    md->count = capacity;
    const bool has = md_memory_make(md, false);
    md_part_set_count(md, here);
    if (has && here > 0) {
        memcpy(md->x, x, (size_t)here * sizeof *x);
        memcpy(md->v, v, (size_t)here * sizeof *v);
        memcpy(md->image, image, (size_t)here * sizeof *image);
        memcpy(md->row, row, (size_t)here * sizeof *row);
        memcpy(md->cell, cell, (size_t)here * sizeof *cell);
    }
    if (has)
        memset(md->f, 0, (size_t)capacity * sizeof *md->f);
    free(x);
    free(v);
    free(image);
    free(row);
    free(cell);
    md->part->capacity = has ? capacity : 0;
    return has;
}

/* Particles that leave -------------------------------------------------------
 */

/* -1: particle i belongs below the brick along the axis; 1: above; 0: in it. */
static int way_of(const struct hedra_md *md, int64_t i, int axis)
{
    const struct hedra_md_brick *b = &md->part->brick;
    const int64_t cells = md->grid.box[axis], first = b->first[axis],
                  last = first + b->cells[axis] - 1;
    const int64_t at = md_grid_axis(md, md->x[i][axis], axis, false);
    if (at >= first && at <= last)
        return 0;
    if (md->o.open[axis])
        return at < first ? -1 : 1;
    const int64_t down = (first - at + cells) % cells,
                  up = (at - last + cells) % cells;
    return down < up ? -1 : 1;
}

void md_part_pack(const struct hedra_md *md, int64_t i, void *to)
{
    struct md_traveller t = {.row = md->row[i]};
    memcpy(t.x, md->x[i], sizeof t.x);
    memcpy(t.v, md->v[i], sizeof t.v);
    memcpy(t.image, md->image[i], sizeof t.image);
    memcpy(to, &t, sizeof t);
}

void md_part_settle(struct hedra_md *md, int64_t to, const void *from)
{
    struct md_traveller t;
    memcpy(&t, from, sizeof t);
    memcpy(md->x[to], t.x, sizeof t.x);
    memcpy(md->v[to], t.v, sizeof t.v);
    memcpy(md->image[to], t.image, sizeof t.image);
    md->row[to] = (uint32_t)t.row;
    md->f[to][3] = 0;
}

/* Brings the particles in the brick's cells before all others, which are few;
 * returns how many they are. In memory they are in no order then. */
static int64_t gather_own(struct hedra_md *md)
{
    int64_t own = md->count;
    for (int64_t i = 0; i < own; i++)
        while (i < own && !md_grid_is_own(&md->grid, md->cell[i])) {
            struct md_traveller mine, last;
            const uint32_t cell = md->cell[--own];
            md_part_pack(md, i, &mine);
            md_part_pack(md, own, &last);
            md_part_settle(md, i, &last);
            md_part_settle(md, own, &mine);
            md->cell[i] = cell;
        }
    return own;
}

/* Takes those that leave along an axis out of the particles from `first` on;
 * false if there is no memory, and none leaves then. */
static bool pack_leaving(struct hedra_md *md, int axis, int64_t first,
                         int64_t bytes[2])
{
    struct md_part *p = md->part;
    int64_t leaving[2] = {0, 0}, stay = first;
    bytes[0] = bytes[1] = 0;
    for (int64_t i = first; i < md->count; i++) {
        const int way = way_of(md, i, axis);
        leaving[0] += way < 0;
        leaving[1] += way > 0;
    }
    for (int side = 0; side < 2; side++)
        if (!md_part_room(&p->out[side],
                          leaving[side] * (int64_t)sizeof(struct md_traveller)))
            return false;
    for (int64_t i = first; i < md->count; i++) {
        struct md_traveller t;
        const int way = way_of(md, i, axis), side = way > 0;
        md_part_pack(md, i, &t);
        if (way == 0) {
            md_part_settle(md, stay++, &t);
            continue;
        }
        memcpy(p->out[side].at + bytes[side], &t, sizeof t);
        bytes[side] += (int64_t)sizeof t;
    }
    md_part_set_count(md, stay);
    return true;
}

/* One hop along an axis of those from `first` on. */
static bool hop(struct hedra_md *md, int axis, int64_t first)
{
    const void *in[2];
    int64_t bytes[2], received[2];
    struct md_part *p = md->part;
    bool has = pack_leaving(md, axis, first, bytes);
    const void *const out[2] = {p->out[0].at, p->out[1].at};
    has = exchange(p, axis, out, bytes, in, received, false) && has;
    const int64_t each = (int64_t)sizeof(struct md_traveller);
    const int64_t arrive = (received[0] + received[1]) / each;
    if (!has || !md_part_grow(md, md->count + arrive))
        return false;
    for (int side = 0; side < 2; side++)
        for (int64_t at = 0; at < received[side]; at += each) {
            md_part_settle(md, md->count, (const char *)in[side] + at);
            md_part_set_count(md, md->count + 1);
        }
    return true;
}

static bool any_leaves(const struct hedra_md *md, int axis, int64_t first)
{
    bool leaves = false;
    for (int64_t i = first; !leaves && i < md->count; i++)
        leaves = way_of(md, i, axis) != 0;
    return md_part_largest(md, leaves) > 0;
}

enum hedra_status md_part_migrate(struct hedra_md *md, struct hedra_error *why)
{
    enum hedra_status status = HEDRA_OK;
    const int64_t own = gather_own(md);
    if (md->part->curve)
        status = md_part_agree(
            md, md_curve_migrate(md, own) ? HEDRA_OK : error_no_memory(why),
            why);
    for (int a = 0; a < 3 && !status && !md->part->curve; a++)
        while (!status && md->part->brick.parts[a] > 1 &&
               any_leaves(md, a, own))
            status = md_part_agree(
                md, hop(md, a, own) ? HEDRA_OK : error_no_memory(why), why);
    if (status)
        return status;
    double all = (double)md->count;
    md_part_add(md, &all, 1);
    if (all != (double)md->whole)
        return error_set(why, HEDRA_ERROR_VALUE,
                         "all parts have %.0f particles, not %" PRId64, all,
                         md->whole);
    for (int64_t i = own; i < md->count; i++)
        md->cell[i] = md_grid_cell(md, md->x[i], false);
    return HEDRA_OK;
}

/* Ghosts ----------------------------------------------------------------------
 */

/* Is there a part below (side 0) or above along the axis? */
static bool has_neighbour(const struct hedra_md *md, int axis, int side)
{
    const struct hedra_md_brick *b = &md->part->brick;
    const int end = side == 0 ? 0 : b->parts[axis] - 1;
    return !md->o.open[axis] || b->place[axis] != end;
}

/* What is added to positions that go this way: where they leave the box they
 * come back a side further on. */
static double shift_of(const struct hedra_md *md, int axis, int side)
{
    const struct hedra_md_brick *b = &md->part->brick;
    if (side == 0 && b->place[axis] == 0)
        return md->side[axis];
    if (side == 1 && b->place[axis] == b->parts[axis] - 1)
        return -md->side[axis];
    return 0;
}

/* The places of what is near the brick's face, of those from `first` on and
 * before `end`. */
static bool select_near(struct hedra_md *md, struct md_hop *h, int side,
                        int64_t first, int64_t end)
{
    const struct hedra_md_brick *b = &md->part->brick;
    const int axis = h->axis;
    struct md_bytes *list = &h->sent[side];
    const double cell = md->side[axis] / (double)md->grid.box[axis];
    const double far = md->far * (1 + 1e-9), low = md->o.low[axis];
    const double face =
        low + cell * (double)(b->first[axis] + (side ? b->cells[axis] : 0));
    int64_t count = 0;
    h->sends[side] = 0;
    if (!has_neighbour(md, axis, side) || first >= end)
        return true;
    if (!md_part_room(list, (end - first) * (int64_t)sizeof(uint32_t)))
        return false;
    uint32_t *to = (uint32_t *)(void *)list->at;
    for (int64_t i = first; i < end; i++) {
        to[count] = (uint32_t)i;
        count += side == 0 ? md->x[i][axis] < face + far
                           : md->x[i][axis] >= face - far;
    }
    h->sends[side] = count;
    return true;
}

static bool pack_copies(struct hedra_md *md, struct md_hop *h, int side,
                        const int64_t range[2], int64_t *bytes)
{
    struct md_part *p = md->part;
    const int64_t each = (int64_t)sizeof(struct md_copy);
    *bytes = 0;
    if (!select_near(md, h, side, range[0], range[1]) ||
        !md_part_room(&p->out[side], h->sends[side] * each))
        return false;
    const double by = shift_of(md, h->axis, side);
    const uint32_t *list = (const uint32_t *)(void *)h->sent[side].at;
    for (int64_t k = 0; k < h->sends[side]; k++) {
        const uint32_t i = list[k];
        struct md_copy c = {.row = md->row[i], .is_shifted = by != 0};
        memcpy(c.x, md->x[i], sizeof c.x);
        c.x[h->axis] += by;
        if (i >= md->count)
            c.is_shifted |= (unsigned char)p->shifted.at[i - md->count];
        memcpy(p->out[side].at + k * each, &c, sizeof c);
    }
    *bytes = h->sends[side] * each;
    return true;
}

/* Room for `count` flags; those that are there stay. */
static bool grow_flags(struct md_bytes *flags, int64_t here, int64_t count)
{
    struct md_bytes larger = {0};
    if (count <= flags->capacity)
        return true;
    if (!md_part_room(&larger, count))
        return false;
    if (here > 0)
        memcpy(larger.at, flags->at, (size_t)here);
    free(flags->at);
    *flags = larger;
    return true;
}

static bool add_copies(struct hedra_md *md, const char *from, int64_t bytes)
{
    struct md_ghosts *g = &md->ghosts;
    const int64_t each = (int64_t)sizeof(struct md_copy), here = g->count;
    const int64_t count = here + bytes / each;
    if (!md_memory_ghosts(md, md->count + here, md->count + count) ||
        !grow_flags(&md->part->shifted, here, count))
        return false;
    for (; g->count < count; g->count++, from += each) {
        const int64_t n = md->count + g->count;
        struct md_copy c;
        memcpy(&c, from, sizeof c);
        memcpy(md->x[n], c.x, sizeof c.x);
        md->row[n] = c.row;
        md->cell[n] = md_grid_cell(md, md->x[n], c.is_shifted);
        md->part->shifted.at[g->count] = (char)c.is_shifted;
    }
    return true;
}

/* What has travelled by this hop is no longer looked at. */
static bool has_room_to_travel(struct md_hop *h)
{
    bool has = true;
    for (int turn = 0; turn < 2; turn++)
        for (int side = 0; side < 2; side++)
            has = md_part_room(&h->travel[turn][side],
                               h->sends[side] * 4 * (int64_t)sizeof(double)) &&
                  has;
    return has;
}

/* Those of a hop; what fails still takes part. */
static bool make_hop(struct hedra_md *md, struct md_hop *h,
                     const int64_t range[2][2], bool has)
{
    struct md_part *p = md->part;
    const void *in[2];
    int64_t bytes[2], received[2];
    for (int side = 0; side < 2 && has; side++)
        has = pack_copies(md, h, side, range[side], &bytes[side]);
    if (!has)
        bytes[0] = bytes[1] = 0;
    const void *const out[2] = {p->out[0].at, p->out[1].at};
    has = exchange(p, h->axis, out, bytes, in, received, false) && has;
    for (int side = 0; side < 2; side++) {
        h->gets[side] = received[side] / (int64_t)sizeof(struct md_copy);
        has = has && add_copies(md, in[side], received[side]);
    }
    return has && (p->brick.parts[h->axis] == 1 || has_room_to_travel(h));
}

/* Those of an axis: of what there is, then of what has come from the other side
 * by the hop before. */
static bool make_ghosts(struct hedra_md *md, int axis)
{
    struct md_part *p = md->part;
    const bool half = md->o.list == HEDRA_MD_HALF;
    bool has = true;
    int64_t all = md->count + md->ghosts.count;
    int64_t range[2][2] = {{0, all}, {half ? md->count : 0, all}};
    for (int n = 0; n < p->needed[axis]; n++) {
        struct md_hop *h = &p->hop[p->hops++];
        h->axis = axis;
        has = make_hop(md, h, (const int64_t(*)[2])range, has);
        range[1][0] = all; /* from below, which goes up */
        range[1][1] = range[0][0] = all + h->gets[0];
        range[0][1] = all = all + h->gets[0] + h->gets[1];
    }
    return has;
}

/* How many hops each axis needs: the same on all parts. */
static void find_needed(struct hedra_md *md)
{
    struct md_part *p = md->part;
    const int reach = md->grid.reach;
    for (int a = 0; a < 3; a++) {
        const int64_t own = p->brick.cells[a];
        const double thinnest =
            p->brick.parts[a] > 1 ? -md_part_largest(md, -(double)own) : reach;
        p->needed[a] = thinnest < reach ? (int)ceil(reach / thinnest) : 1;
    }
}

enum hedra_status md_part_ghosts(struct hedra_md *md, struct hedra_error *why)
{
    bool has = true;
    md->ghosts.count = 0;
    md->part->hops = 0;
    if (md->part->curve)
        return md_curve_ghosts(md, why);
    if (md->part->needed[0] == 0)
        find_needed(md);
    for (int a = 0; a < 3; a++)
        has = make_ghosts(md, a) && has;
    has = has && md_memory_ghosts(md, md->count + md->ghosts.count,
                                  md->count + md->ghosts.count);
    enum hedra_status status = has ? HEDRA_OK : error_no_memory(why);
    if (has && md->count + md->ghosts.count >= MD_MOST)
        status = error_set(why, HEDRA_ERROR_TOO_LARGE,
                           "particles and ghosts of a part are more than 2^30");
    return md_part_agree(md, status, why);
}

/* A position travels with the type behind it, as it lies in memory, so that
 * those that come go where they are used at once. */
typedef double position __attribute__((vector_size(32), may_alias));

/* Copies of the positions that go to the part below or above by a hop. */
static void pack_positions(const struct hedra_md *md, const struct md_hop *h,
                           int side, void *to)
{
    const uint32_t *list = (const uint32_t *)(void *)h->sent[side].at;
    position by = {0}, *out = to;
    by[h->axis] = shift_of(md, h->axis, side);
    for (int64_t k = 0; k < h->sends[side]; k++)
        out[k] = *(const position *)md->x[list[k]] + by;
}

/* Sends positions along an axis of several parts, and puts those that come
 * where the ghosts from place n on are, while something is computed. */
static void travel(struct hedra_md *md, struct md_hop *h, int64_t n,
                   void (*meanwhile)(struct hedra_md *md, int turn, int turns),
                   int turn, int turns)
{
    const struct hedra_md_links *l = &md->part->links;
    struct md_bytes *room = h->travel[h->turn];
    int64_t bytes[2], received[2];
    for (int side = 0; side < 2; side++) {
        bytes[side] = h->sends[side] * (int64_t)sizeof(position);
        received[side] = h->gets[side] * (int64_t)sizeof(position);
        pack_positions(md, h, side, room[side].at);
    }
    const void *const out[2] = {room[0].at, room[1].at};
    void *const in[2] = {md->x[n], md->x[n + h->gets[0]]};
    h->turn = 1 - h->turn;
    l->begin(l->context, h->axis, out, bytes, in, received);
    meanwhile(md, turn, turns);
    l->end(l->context);
}

/* The same, without anything meanwhile. A copy is larger than a position: there
 * is room for all. */
static void send_positions(struct hedra_md *md, const struct md_hop *h,
                           int64_t n)
{
    struct md_part *p = md->part;
    const void *in[2];
    int64_t bytes[2], received[2];
    for (int side = 0; side < 2; side++) {
        bytes[side] = h->sends[side] * (int64_t)sizeof(position);
        received[side] = h->gets[side] * (int64_t)sizeof(position);
        pack_positions(md, h, side, p->out[side].at);
    }
    const void *const out[2] = {p->out[0].at, p->out[1].at};
    exchange(p, h->axis, out, bytes, in, received, true);
    for (int side = 0; side < 2; side++) {
        if (received[side] > 0)
            memcpy(md->x[n], in[side], (size_t)received[side]);
        n += h->gets[side];
    }
}

void md_part_move(struct hedra_md *md,
                  void (*meanwhile)(struct hedra_md *md, int turn, int turns))
{
    struct md_part *p = md->part;
    int64_t n = md->count;
    int turns = 0, turn = 0;
    if (p->curve) {
        md_curve_move(md, meanwhile);
        return;
    }
    for (int k = 0; k < p->hops; k++)
        turns += p->brick.parts[p->hop[k].axis] > 1;
    for (int k = 0; k < p->hops; k++) {
        struct md_hop *h = &p->hop[k];
        if (p->brick.parts[h->axis] == 1) { /* a part is its own neighbour */
            pack_positions(md, h, 1, md->x[n]);
            pack_positions(md, h, 0, md->x[n + h->gets[0]]);
        } else if (meanwhile) {
            travel(md, h, n, meanwhile, turn++, turns);
        } else {
            send_positions(md, h, n);
        }
        n += h->gets[0] + h->gets[1];
    }
}

/* Forces on ghosts go where these came from, the last hop first, since what it
 * has sent may have come by one before. */
void md_part_return(struct hedra_md *md)
{
    struct md_part *p = md->part;
    int64_t n = md->count + md->ghosts.count;
    if (p->curve)
        md_curve_return(md);
    for (int k = p->hops - 1; k >= 0; k--) {
        const struct md_hop *h = &p->hop[k];
        const void *in[2];
        int64_t bytes[2], received[2];
        n -= h->gets[0] + h->gets[1];
        const void *const out[2] = {md->f[n], md->f[n + h->gets[0]]};
        for (int side = 0; side < 2; side++) {
            bytes[side] = h->gets[side] * (int64_t)sizeof *md->f;
            received[side] = h->sends[side] * (int64_t)sizeof *md->f;
        }
        exchange(p, h->axis, out, bytes, in, received, true);
        for (int side = 0; side < 2; side++) {
            const uint32_t *to = (const uint32_t *)(void *)h->sent[side].at;
            const double(*f)[4] = in[side];
            for (int64_t i = 0; i < h->sends[side]; i++)
                for (int a = 0; a < 3; a++)
                    md->f[to[i]][a] += f[i][a];
        }
    }
}

void md_part_free(struct md_part *p)
{
    if (!p)
        return;
    free(p->out[0].at);
    free(p->out[1].at);
    free(p->shifted.at);
    md_curve_free(p->curve, p->brick.parts[0]);
    for (int k = 0; k < MD_HOPS; k++)
        for (int side = 0; side < 2; side++) {
            free(p->hop[k].sent[side].at);
            free(p->hop[k].travel[0][side].at);
            free(p->hop[k].travel[1][side].at);
        }
    free(p);
}
