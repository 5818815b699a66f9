/*
 * Parts of a box (hedra_md_part.h). At a build of lists particles that have
 * left the brick go to its neighbours, axis by axis, as often as one has still
 * not arrived; then copies of those near faces do, the copies of earlier axes
 * among them, so that six messages reach edges and corners too (S. Plimpton, J.
 * Comp. Phys. 117, 1 (1995), sec. 5). Between builds positions alone go the
 * same ways. Along an axis that is one part, a part is its own neighbour.
 */
#include "runtime/md/part.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What goes to another part for good, and as a copy. */
struct traveller {
    double x[4], v[4];
    int64_t row;
    int image[3];
};

struct copy {
    double x[4];
    uint32_t row, is_shifted;
};

static bool has_room(struct md_bytes *b, int64_t bytes)
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
static bool exchange(struct md_part *p, int axis, const int64_t bytes[2],
                     const void *in[2], int64_t received[2], bool known)
{
    const void *const out[2] = {p->out[0].at, p->out[1].at};
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

static void set_count(struct hedra_md *md, int64_t count)
{
    md->count = count;
    md->lists.blocks = (count + MD_BLOCK - 1) / MD_BLOCK;
    md->counts.particles = count;
}

/* Arrays for at least `count` particles; those that are here stay. */
static bool grow(struct hedra_md *md, int64_t count)
{
    if (count <= md->part->capacity)
        return true;
    const int64_t here = md->count, capacity = count + count / 8 + 64;
    double(*x)[4] = md->x, (*v)[4] = md->v;
    int(*image)[3] = md->image;
    uint32_t *row = md->row;
    md->x = md->v = NULL;
    md->image = NULL;
    md->row = NULL;
    md_lists_free(&md->lists);
    md->lists = (struct md_lists){0};
    md->count = capacity;
    const bool has = md_memory_make(md, false);
    set_count(md, here);
    if (has && here > 0) {
        memcpy(md->x, x, (size_t)here * sizeof *x);
        memcpy(md->v, v, (size_t)here * sizeof *v);
        memcpy(md->image, image, (size_t)here * sizeof *image);
        memcpy(md->row, row, (size_t)here * sizeof *row);
    }
    if (has)
        memset(md->f, 0, (size_t)capacity * sizeof *md->f);
    free(x);
    free(v);
    free(image);
    free(row);
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

static void pack_traveller(struct hedra_md *md, int64_t i, void *to)
{
    struct traveller t = {.row = md->row[i]};
    memcpy(t.x, md->x[i], sizeof t.x);
    memcpy(t.v, md->v[i], sizeof t.v);
    memcpy(t.image, md->image[i], sizeof t.image);
    memcpy(to, &t, sizeof t);
}

static void keep(struct hedra_md *md, int64_t to, int64_t from)
{
    memcpy(md->x[to], md->x[from], sizeof *md->x);
    memcpy(md->v[to], md->v[from], sizeof *md->v);
    memcpy(md->image[to], md->image[from], sizeof *md->image);
    md->row[to] = md->row[from];
}

static void settle(struct hedra_md *md, int64_t to, const void *from)
{
    struct traveller t;
    memcpy(&t, from, sizeof t);
    memcpy(md->x[to], t.x, sizeof t.x);
    memcpy(md->v[to], t.v, sizeof t.v);
    memcpy(md->image[to], t.image, sizeof t.image);
    md->row[to] = (uint32_t)t.row;
    md->f[to][3] = 0;
}

/* Takes those that leave along an axis out; false if there is no memory, and
 * none leaves then. */
static bool pack_leaving(struct hedra_md *md, int axis, int64_t bytes[2])
{
    struct md_part *p = md->part;
    int64_t leaving[2] = {0, 0}, stay = 0;
    bytes[0] = bytes[1] = 0;
    for (int64_t i = 0; i < md->count; i++) {
        const int way = way_of(md, i, axis);
        leaving[0] += way < 0;
        leaving[1] += way > 0;
    }
    for (int side = 0; side < 2; side++)
        if (!has_room(&p->out[side],
                      leaving[side] * (int64_t)sizeof(struct traveller)))
            return false;
    for (int64_t i = 0; i < md->count; i++) {
        const int way = way_of(md, i, axis);
        if (way == 0) {
            keep(md, stay++, i);
            continue;
        }
        const int side = way > 0;
        pack_traveller(md, i, p->out[side].at + bytes[side]);
        bytes[side] += (int64_t)sizeof(struct traveller);
    }
    set_count(md, stay);
    return true;
}

/* One hop along an axis. */
static bool hop(struct hedra_md *md, int axis)
{
    const void *in[2];
    int64_t bytes[2], received[2];
    bool has = pack_leaving(md, axis, bytes);
    has = exchange(md->part, axis, bytes, in, received, false) && has;
    const int64_t each = (int64_t)sizeof(struct traveller);
    const int64_t arrive = (received[0] + received[1]) / each;
    if (!has || !grow(md, md->count + arrive))
        return false;
    for (int side = 0; side < 2; side++)
        for (int64_t at = 0; at < received[side]; at += each) {
            settle(md, md->count, (const char *)in[side] + at);
            set_count(md, md->count + 1);
        }
    return true;
}

static bool any_leaves(const struct hedra_md *md, int axis)
{
    bool leaves = false;
    for (int64_t i = 0; !leaves && i < md->count; i++)
        leaves = way_of(md, i, axis) != 0;
    return md_part_largest(md, leaves) > 0;
}

enum hedra_status md_part_migrate(struct hedra_md *md, struct hedra_error *why)
{
    enum hedra_status status = HEDRA_OK;
    for (int a = 0; a < 3 && !status; a++)
        while (!status && md->part->brick.parts[a] > 1 && any_leaves(md, a))
            status = md_part_agree(
                md, hop(md, a) ? HEDRA_OK : error_no_memory(why), why);
    if (status)
        return status;
    double all = (double)md->count;
    md_part_add(md, &all, 1);
    if (all != (double)md->whole)
        return error_set(why, HEDRA_ERROR_VALUE,
                         "all parts have %.0f particles, not %" PRId64, all,
                         md->whole);
    for (int64_t i = 0; i < md->count; i++)
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

/* The places of what is near the brick's face, among the first n. */
static bool select_near(struct hedra_md *md, int axis, int side, int64_t n)
{
    struct md_part *p = md->part;
    const struct hedra_md_brick *b = &p->brick;
    struct md_bytes *list = &p->sent[axis][side];
    const double cell = md->side[axis] / (double)md->grid.box[axis];
    const double far = md->far * (1 + 1e-9), low = md->o.low[axis];
    const double face =
        low + cell * (double)(b->first[axis] + (side ? b->cells[axis] : 0));
    int64_t count = 0;
    p->sends[axis][side] = 0;
    if (!has_neighbour(md, axis, side))
        return true;
    if (!has_room(list, n * (int64_t)sizeof(uint32_t)))
        return false;
    uint32_t *to = (uint32_t *)(void *)list->at;
    for (int64_t i = 0; i < n; i++) {
        to[count] = (uint32_t)i;
        count += side == 0 ? md->x[i][axis] < face + far
                           : md->x[i][axis] >= face - far;
    }
    p->sends[axis][side] = count;
    return true;
}

static bool pack_copies(struct hedra_md *md, int axis, int side, int64_t n,
                        int64_t *bytes)
{
    struct md_part *p = md->part;
    const int64_t each = (int64_t)sizeof(struct copy);
    *bytes = 0;
    if (!select_near(md, axis, side, n) ||
        !has_room(&p->out[side], p->sends[axis][side] * each))
        return false;
    const double by = shift_of(md, axis, side);
    const uint32_t *list = (const uint32_t *)(void *)p->sent[axis][side].at;
    for (int64_t k = 0; k < p->sends[axis][side]; k++) {
        const uint32_t i = list[k];
        struct copy c = {.row = md->row[i], .is_shifted = by != 0};
        memcpy(c.x, md->x[i], sizeof c.x);
        c.x[axis] += by;
        if (i >= md->count)
            c.is_shifted |= (unsigned char)p->shifted.at[i - md->count];
        memcpy(p->out[side].at + k * each, &c, sizeof c);
    }
    *bytes = p->sends[axis][side] * each;
    return true;
}

/* Room for `count` flags; those that are there stay. */
static bool grow_flags(struct md_bytes *flags, int64_t here, int64_t count)
{
    struct md_bytes larger = {0};
    if (count <= flags->capacity)
        return true;
    if (!has_room(&larger, count))
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
    const int64_t each = (int64_t)sizeof(struct copy), here = g->count;
    const int64_t count = here + bytes / each;
    if (!md_memory_ghosts(md, md->count + here, md->count + count) ||
        !grow_flags(&md->part->shifted, here, count))
        return false;
    for (; g->count < count; g->count++, from += each) {
        const int64_t n = md->count + g->count;
        struct copy c;
        memcpy(&c, from, sizeof c);
        memcpy(md->x[n], c.x, sizeof c.x);
        md->row[n] = c.row;
        md->cell[n] = md_grid_cell(md, md->x[n], c.is_shifted);
        md->part->shifted.at[g->count] = (char)c.is_shifted;
    }
    return true;
}

/* Those of an axis; what fails still takes part. */
static bool make_ghosts(struct hedra_md *md, int axis)
{
    struct md_part *p = md->part;
    const int64_t n = md->count + md->ghosts.count;
    const void *in[2];
    int64_t bytes[2], received[2];
    bool has = true;
    for (int side = 0; side < 2; side++)
        has = pack_copies(md, axis, side, n, &bytes[side]) && has;
    if (!has)
        bytes[0] = bytes[1] = 0;
    has = exchange(p, axis, bytes, in, received, false) && has;
    for (int side = 0; side < 2; side++) {
        p->gets[axis][side] = received[side] / (int64_t)sizeof(struct copy);
        has = has && add_copies(md, in[side], received[side]);
    }
    return has;
}

enum hedra_status md_part_ghosts(struct hedra_md *md, struct hedra_error *why)
{
    bool has = true;
    md->ghosts.count = 0;
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

/* Positions that go to the parts below and above along an axis, as many bytes
 * as are said. A copy is larger than a position: there is room. */
enum { POSITION = 3 * sizeof(double) };

static void pack_positions(struct hedra_md *md, int axis, int64_t bytes[2])
{
    struct md_part *p = md->part;
    for (int side = 0; side < 2; side++) {
        const uint32_t *list = (const uint32_t *)(void *)p->sent[axis][side].at;
        const double by = shift_of(md, axis, side);
        for (int64_t k = 0; k < p->sends[axis][side]; k++) {
            double x[3];
            memcpy(x, md->x[list[k]], sizeof x);
            x[axis] += by;
            memcpy(p->out[side].at + k * POSITION, x, sizeof x);
        }
        bytes[side] = p->sends[axis][side] * POSITION;
    }
}

/* Those that come, for the ghosts from place n on; returns the place behind. */
static int64_t unpack_positions(struct hedra_md *md, int axis,
                                const void *const in[2], int64_t n)
{
    for (int side = 0; side < 2; side++)
        for (int64_t k = 0; k < md->part->gets[axis][side]; k++, n++)
            memcpy(md->x[n], (const char *)in[side] + k * POSITION, POSITION);
    return n;
}

/* Along an axis that is one part, without a way through memory of its own. */
static int64_t copy_positions(struct hedra_md *md, int axis, int64_t n)
{
    const struct md_part *p = md->part;
    for (int side = 1; side >= 0; side--) {
        const uint32_t *list = (const uint32_t *)(void *)p->sent[axis][side].at;
        const double by = shift_of(md, axis, side);
        for (int64_t k = 0; k < p->sends[axis][side]; k++, n++) {
            const double *x = md->x[list[k]];
            double to[3] = {x[0], x[1], x[2]};
            to[axis] += by;
            memcpy(md->x[n], to, sizeof to);
        }
    }
    return n;
}

void md_part_move(struct hedra_md *md,
                  void (*meanwhile)(struct hedra_md *md, int turn, int turns))
{
    struct md_part *p = md->part;
    int64_t n = md->count;
    int turns = 0, turn = 0;
    for (int a = 0; a < 3; a++)
        turns += p->brick.parts[a] > 1;
    for (int a = 0; a < 3; a++) {
        const void *in[2];
        int64_t bytes[2], received[2];
        if (p->brick.parts[a] == 1) {
            n = copy_positions(md, a, n);
            continue;
        }
        pack_positions(md, a, bytes);
        for (int side = 0; side < 2; side++)
            received[side] = p->gets[a][side] * POSITION;
        if (meanwhile) {
            const void *const out[2] = {p->out[0].at, p->out[1].at};
            p->links.begin(p->links.context, a, out, bytes, received);
            meanwhile(md, turn++, turns);
            p->links.end(p->links.context, in);
        } else {
            exchange(p, a, bytes, in, received, true);
        }
        n = unpack_positions(md, a, in, n);
    }
}

void md_part_free(struct md_part *p)
{
    if (!p)
        return;
    free(p->out[0].at);
    free(p->out[1].at);
    free(p->shifted.at);
    for (int k = 0; k < 6; k++)
        free(p->sent[k / 2][k % 2].at);
    free(p);
}
